//! Texts of event effects.

use sandtable_house_style::figures::format_signed;
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::Language;
use sandtable_pack::fab::{
    AreaFilter, AssetKind, ChitBox, Class, Effect, EventKind, FireKind, Lasting, Marker, Pack,
    RelativeSide,
};

/// The effect of an event.
pub(crate) fn effect(pack: &Pack, event: &EventKind, language: Language) -> String {
    let EventKind::Scripted { effect, .. } = event else {
        return translate(words::areas::ONCE, language).to_owned();
    };
    EffectWriter { pack, language }.effect(effect)
}

struct EffectWriter<'a> {
    pack: &'a Pack,
    language: Language,
}

impl EffectWriter<'_> {
    fn say(&self, words: Words) -> &'static str {
        translate(words, self.language)
    }

    /// The words with a number inserted.
    fn count(&self, words: Words, n: u8) -> String {
        self.say(words).replace("{n}", &n.to_string())
    }

    /// The words for one thing, or those for several with their number inserted.
    fn one_or_more(&self, [one, more]: [Words; 2], n: u8) -> String {
        self.count(if n == 1 { one } else { more }, n)
    }

    fn effect(&self, effect: &Effect) -> String {
        match effect {
            Effect::AddSteps { n, elite_ok, class, formation } => {
                let steps = self.one_or_more([words::areas::ONE_STEP, words::areas::STEPS], *n);
                let formation =
                    formation.as_ref().and_then(|id| self.pack.labels().formations.get(id));
                let limits = [
                    class.map(|class| self.class(class)),
                    formation.map(|banner| banner.name.get(self.language)),
                    (!elite_ok).then(|| self.say(words::areas::NO_ELITE)),
                ];
                let limits: Vec<&str> = limits.into_iter().flatten().collect();
                with(steps, limits)
            }
            Effect::MoveChits { from, to, n, kinds } => {
                let named: Vec<&str> = kinds.iter().map(|kind| self.kind(*kind)).collect();
                let named = match named.is_empty() {
                    true => self.say(words::areas::ASSETS).to_owned(),
                    false => named.join(", "),
                };
                let ends = [("{from}", *from), ("{to}", *to)];
                let text = self.count(words::areas::CHITS_MOVED, *n).replace("{kinds}", &named);
                ends.into_iter()
                    .fold(text, |text, (key, place)| text.replace(key, self.place(place)))
            }
            Effect::ExtraDice { n, sn, step } => {
                let words = if *n == 1 { words::areas::ONE_DIE } else { words::areas::DICE };
                let text = self.count(words, *n).replace("{sn}", &sn.to_string());
                text.replace("{fire}", self.fire(Some(*step)))
            }
            Effect::SnModifier { side, fire, n, duration } => {
                let whose = match side {
                    RelativeSide::Own => words::areas::FRIENDLY,
                    RelativeSide::Enemy => words::areas::ENEMY,
                };
                let text = self.say(words::areas::CHANGE).replace("{n}", &format_signed(*n));
                let text =
                    text.replace("{fire}", self.fire(*fire)).replace("{whose}", self.say(whose));
                let lasts = *duration == Lasting::PlayerTurn;
                with(text, lasts.then(|| self.say(words::areas::WHOLE_TURN)).into_iter().collect())
            }
            Effect::PlaceMarker { marker, n, area_filter } => {
                self.markers((words::areas::PLACE, *n), *marker, area_filter)
            }
            Effect::RemoveMarker { marker, n, area_filter } => {
                self.markers((words::areas::REMOVE, *n), *marker, area_filter)
            }
            Effect::BlowBridge { n, area_filter } => self.within(
                self.one_or_more([words::areas::BLOW_ONE, words::areas::BLOW], *n),
                area_filter,
            ),
            Effect::RepairBridge { n, area_filter } => self.within(
                self.one_or_more([words::areas::REPAIR_ONE, words::areas::REPAIR], *n),
                area_filter,
            ),
            Effect::GrantSpecialAction => self.say(words::areas::GRANT).to_owned(),
            Effect::Reveal { n } => {
                self.one_or_more([words::areas::REVEAL_ONE, words::areas::REVEAL], *n)
            }
            Effect::NoOp => self.say(words::areas::NO_EFFECT).to_owned(),
            Effect::Custom { .. } => self.say(words::areas::SEE_EXCLUSIVE_RULES).to_owned(),
        }
    }

    fn markers(&self, (words, n): (Words, u8), marker: Marker, filter: &AreaFilter) -> String {
        let marker = self.say(match marker {
            Marker::Fieldworks => words::areas::FIELDWORKS,
            Marker::Roadblock => words::areas::ROADBLOCK,
            Marker::Disorder => words::areas::DISORDER,
            Marker::Reserve => words::areas::RESERVE,
        });
        self.within(self.count(words, n).replace("{marker}", &marker.to_lowercase()), filter)
    }

    /// Appends the areas that the effect is limited to.
    fn within(&self, text: String, filter: &AreaFilter) -> String {
        let labels = self.pack.labels();
        let either = |value: Option<bool>, words: [Words; 2]| {
            value.map(|is| self.say(words[usize::from(!is)]).to_owned())
        };
        let control = filter.control.map(|whose| whose == RelativeSide::Own);
        let mut limits: Vec<String> = [
            either(control, [words::areas::FRIENDLY_AREA, words::areas::ENEMY_AREA]),
            either(filter.contested, [words::areas::CONTESTED, words::areas::UNCONTESTED]),
            either(filter.supplied, [words::areas::SUPPLIED, words::areas::UNSUPPLIED]),
        ]
        .into_iter()
        .flatten()
        .collect();
        let terrain = filter.terrain.iter().filter_map(|id| labels.terrain.get(id));
        limits.extend(terrain.map(|name| name.get(self.language).to_lowercase()));
        let areas = filter.areas.iter().filter_map(|id| labels.areas.get(id));
        limits.extend(areas.map(|area| area.name.get(self.language).to_owned()));
        with(text, limits.iter().map(String::as_str).collect())
    }

    fn class(&self, class: Class) -> &'static str {
        self.say(words::areas::class_name(class))
    }

    fn kind(&self, kind: AssetKind) -> &'static str {
        self.say(match kind {
            AssetKind::Artillery => words::areas::ARTILLERY_ASSETS,
            AssetKind::Battle => words::areas::BATTLE,
            AssetKind::CommandStaff => words::areas::STAFF,
            AssetKind::Other => words::areas::OTHER,
        })
    }

    fn fire(&self, fire: Option<FireKind>) -> &'static str {
        self.say(match fire {
            Some(FireKind::Artillery) => words::areas::ARTILLERY_FIRE,
            Some(FireKind::Close) => words::CLOSE_FIRE,
            None => words::areas::ALL_FIRE,
        })
    }

    fn place(&self, place: ChitBox) -> &'static str {
        self.say(match place {
            ChitBox::Cup => words::CUP,
            ChitBox::Available => words::AVAILABLE,
            ChitBox::Used => words::USED,
            ChitBox::Eliminated => words::ELIMINATED,
        })
    }
}

fn with(text: String, limits: Vec<&str>) -> String {
    std::iter::once(text.as_str()).chain(limits).collect::<Vec<_>>().join(", ")
}
