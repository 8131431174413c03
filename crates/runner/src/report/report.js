"use strict";
(() => {
  const data = JSON.parse(document.getElementById("games").textContent);
  const at = (id) => document.getElementById(id);
  const [board, diary, place, now, which, player] = ["board", "diary", "place", "now", "which", "player"].map(at);
  // Print allowed findings, too.
  addEventListener("beforeprint", () => document.querySelectorAll("#findings details").forEach((one) => { one.open = true; }));
  const svg = "http://www.w3.org/2000/svg";
  const wide = 1000;
  let game = data.games[0], step = 0, timer = 0, blocks = [];

  // Returns the position of each piece after a step. Steps store only changes.
  const standing = (until) => {
    const placed = new Map();
    for (let number = 0; number <= until; number += 1) {
      for (const [piece, ...rest] of game.steps[number][2]) {
        if (rest.length) placed.set(piece, rest); else placed.delete(piece);
      }
    }
    return placed;
  };

  const size = () => {
    const box = board.parentElement.getBoundingClientRect();
    const high = Math.round(wide * box.height / box.width) || wide;
    board.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    return high;
  };

  const draw = () => {
    const high = size();
    const placed = standing(step);
    const moved = new Set(step ? game.steps[step][2].map(([piece]) => piece) : []);
    blocks.forEach((block) => block.remove());
    blocks = [];
    const stacks = new Map();
    for (const [piece, [x, y, facing, strength]] of placed) {
      const [name, side, role] = data.pieces[piece];
      const group = document.createElementNS(svg, "g");
      let left = x / 10000 * wide, top = y / 10000 * high;
      if (data.areas) {
        const key = `${x},${y},${side}`, count = stacks.get(key) || 0;
        stacks.set(key, count + 1);
        left += (side ? 11 : -11) + 0; top += count * 13 - 8;
      }
      group.setAttribute("transform", `translate(${left.toFixed(1)} ${top.toFixed(1)}) rotate(${data.areas ? 0 : facing})`);
      const shape = document.createElementNS(svg, role === "h" ? "circle" : "rect");
      const [long, deep] = data.areas ? [20, 11] : role === "b" ? [12, 12] : [30, 9];
      if (role === "h") shape.setAttribute("r", 7);
      else for (const [key, value] of [["x", -long / 2], ["y", -deep / 2], ["width", long], ["height", deep]]) shape.setAttribute(key, value);
      shape.setAttribute("fill", data.colours[side]);
      const spent = data.areas ? false : strength < 2 && role === "c";
      shape.setAttribute("fill-opacity", spent ? 0.55 : 1);
      shape.setAttribute("stroke", moved.has(piece) ? "#ffd500" : "#fff");
      shape.setAttribute("stroke-width", moved.has(piece) ? 3 : 1.2);
      group.append(shape);
      if (side === 1) {
        // A bar marks the second side for colour-blind readers.
        const bar = document.createElementNS(svg, "path");
        bar.setAttribute("d", role === "h" ? "M-4 0H4" : `M${-long / 2 + 2} 0H${long / 2 - 2}`);
        bar.setAttribute("stroke", "#fff");
        bar.setAttribute("stroke-width", 1.5);
        group.append(bar);
      }
      if (data.areas) {
        const text = document.createElementNS(svg, "text");
        text.setAttribute("class", "middle");
        text.setAttribute("y", 4);
        text.setAttribute("style", "fill:#fff;font-weight:bold");
        text.textContent = strength;
        group.append(text);
      }
      const title = document.createElementNS(svg, "title");
      title.textContent = name + (spent ? ", Spent" : "");
      group.append(title);
      board.append(group);
      blocks.push(group);
    }
  };

  const show = (number) => {
    step = Math.max(0, Math.min(game.steps.length - 1, number));
    place.value = step;
    const [when, line] = game.steps[step];
    now.innerHTML = "";
    const turn = document.createElement("b");
    turn.textContent = when + " ";
    now.append(turn, line);
    const before = diary.querySelector("[aria-current]");
    if (before) before.removeAttribute("aria-current");
    const item = diary.querySelector(`[data-step="${step}"]`);
    if (item) {
      item.setAttribute("aria-current", "step");
      diary.scrollTop = item.offsetTop - diary.offsetTop - diary.clientHeight / 2;
    }
    draw();
  };

  const halt = () => { clearInterval(timer); timer = 0; at("play").textContent = "Play"; };
  const play = () => {
    if (timer) { halt(); return; }
    if (step === game.steps.length - 1) show(0);
    at("play").textContent = "Pause";
    timer = setInterval(() => { show(step + 1); if (step === game.steps.length - 1) halt(); }, 350);
  };

  const open = (number) => {
    halt();
    game = data.games[number];
    place.max = game.steps.length - 1;
    diary.textContent = "";
    let turn = "";
    game.steps.forEach(([when, line], index) => {
      if (when !== turn) {
        turn = when;
        const head = document.createElement("li");
        head.className = "turn";
        head.textContent = when;
        diary.append(head);
      }
      const item = document.createElement("li");
      item.dataset.step = index;
      item.textContent = line;
      diary.append(item);
    });
    show(0);
  };

  which.addEventListener("change", () => open(Number(which.value)));
  place.addEventListener("input", () => { halt(); show(Number(place.value)); });
  at("first").addEventListener("click", () => { halt(); show(0); });
  at("back").addEventListener("click", () => { halt(); show(step - 1); });
  at("on").addEventListener("click", () => { halt(); show(step + 1); });
  at("last").addEventListener("click", () => { halt(); show(game.steps.length - 1); });
  at("play").addEventListener("click", play);
  diary.addEventListener("click", (event) => {
    const item = event.target.closest("[data-step]");
    if (item) { halt(); show(Number(item.dataset.step)); }
  });
  player.addEventListener("keydown", (event) => {
    if (event.target === which || event.target === place) return;
    const go = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: game.steps.length - 1 }[event.key];
    if (go !== undefined) { halt(); show(go); event.preventDefault(); }
    if (event.key === " " && event.target === player) { play(); event.preventDefault(); }
  });
  addEventListener("resize", draw);
  open(0);
})();
