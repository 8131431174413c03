#!/bin/bash
# A run shared among the nodes of a Slurm cluster:
#
#   sbatch --array=1-8 --export=ALL,PACK=gettysburg.pack,GAMES=100000 docs/cluster/slurm.sh
#   sandtable run merge part-*.json --report report.html
#
# All parts must be played by the same version of Sandtable; `run merge` says so if they were not.
#SBATCH --job-name=sandtable
#SBATCH --cpus-per-task=2
#SBATCH --output=part-%a.log
set -euo pipefail
: "${PACK:?name the pack: --export=ALL,PACK=gettysburg.pack}"
part="part-$SLURM_ARRAY_TASK_ID.json"
# A part is written under another name until it is whole.
"${SANDTABLE:-sandtable}" run "$PACK" --games "${GAMES:-10000}" --bots "${BOTS:-planner}" \
  --jobs "${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" >"$part.unfinished"
mv "$part.unfinished" "$part"
