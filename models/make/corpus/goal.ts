/** Writes goals: what people ask for, in many words. */
import type { Random } from "../seed.ts";
import type { Domain } from "./domain.ts";
import { acts, type Guard, guards } from "./guards.ts";
import { capitalised, fill, listed, type Slots } from "./template.ts";
import {
  currencies,
  deadlines,
  madeUpWord,
  modifiers,
  places,
  tails,
  teams,
  things,
  treasures,
  verbs,
} from "./words.ts";

/** A goal, and what a plan needs to know of it. */
export interface Goal {
  /** As the user writes it. */
  readonly text: string;
  /** As a plan restates it. */
  readonly objective: string;
  readonly guard: Guard | undefined;
  /** What the plan's templates may name. */
  readonly slots: Slots;
}

/** A goal of a domain. With `heldOut` its nouns are those kept out of all other goals. */
export function writeGoal(domain: Domain, random: Random, heldOut: boolean): Goal {
  const pick = (words: readonly string[]) => {
    const allowed = words.filter((word) => isHeldOut(word) === heldOut);
    return random.pick(allowed.length > 0 ? allowed : words);
  };
  const all: Record<string, string> = {
    team: random.pick(listed(domain.teams)),
    who: random.pick(listed(domain.roles)),
  };
  all.x = mainObject(domain, random, pick);
  for (const [slot, words] of Object.entries(domain.slots ?? {})) {
    all[slot] = slot !== "n" && random.chance(0.12) ? strange(random, pick) : random.pick(listed(words));
  }
  if (!domain.slots) {
    all.verb = pick(verbs);
    all.z = pick(things);
    all.y = beneficiary(random);
    all.p = random.pick(places);
  }
  all.our = random.pick(["our", "our", "our", "the", "the", "my"]);
  all.a = article(all.x);
  const template = random.pick(domain.goals.trim().split("\n"));
  const tail = random.chance(0.3) ? fill(tails, tailSlots(random, pick), random) : "";
  const core = withArticles(`${fill(template, all, random)} ${tail}`);
  const used = [...template.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot!.toLowerCase());
  // A plan may name only what the goal names, and its own people.
  const slots: Record<string, string> = {};
  for (const slot of ["team", "who", ...used]) slots[slot] = all[slot]!;

  const guard = chooseGuard(random);
  if (!guard) return { text: asked(core, random), objective: capitalised(core), guard, slots };
  slots.t = pick(treasures);
  slots.when = random.pick(deadlines);
  slots.sum = sum(random);
  slots.act = random.chance(0.3) ? `${random.pick(gerunds)} the ${pick(things)}` : fill(acts, slots, random);
  const phrase = fill(guard.phrase, slots, random);
  const whole = `${core} ${phrase}`;
  const apart = random.chance(0.15);
  return {
    text: apart
      ? `${asked(core, random).replace(/[.?]$/, "")}. ${fill(guard.sentence, slots, random)}`
      : asked(whole, random),
    objective: capitalised(whole),
    guard,
    slots,
  };
}

const gerunds = listed(
  "touching, closing, moving, replacing, stopping, damaging, blocking, selling, renaming, opening, using",
);

const wrappers = `
  {goal}
  {goal}.
  {goal}
  {goal}
  {goal}
  {goal}.
  {goal}
  Please {core}.
  We need to {core}
  We have to {core}.
  I want to {core}
  I would like to {core}
  Help me {core}
  Help us to {core}.
  Plan how to {core}
  Make a plan to {core}.
  How do we {core}?
  How can I {core}?
  {goal}, please
  Our team must {core}.`;

function asked(core: string, random: Random): string {
  const goal = random.chance(0.1) ? core.charAt(0).toLowerCase() + core.slice(1) : capitalised(core);
  return fill(wrappers, { goal, core: core.charAt(0).toLowerCase() + core.slice(1) }, random);
}

/** Half of all goals have a condition. */
function chooseGuard(random: Random): Guard | undefined {
  if (random.chance(0.5)) return undefined;
  return random.pick([guards.keep, guards.keep, guards.open, guards.date, guards.date, guards.cost, guards.avoid]);
}

/** What the goal is about: mostly a known thing with a modifier, sometimes any thing or a name never seen before. */
function mainObject(domain: Domain, random: Random, pick: (words: readonly string[]) => string): string {
  const heads = domain.objects === "" || random.chance(0.08) ? things : listed(domain.objects);
  const head = pick(heads);
  // Domains whose objects are whole subjects ("Italian", "heat pumps") take no modifier.
  if (domain.name === "learning" || domain.name === "research")
    return random.chance(0.25) ? strange(random, pick) : head;
  // People are seldom named by anything but their job.
  const kind = random.uniform() - (domain.name === "hiring" ? 0.35 : 0);
  if (kind < 0.25) return head;
  if (kind < 0.68) return `${pick(modifiers)} ${head}`;
  if (kind < 0.76) return `${pick(modifiers)} ${pick(modifiers)} ${head}`;
  return `${name(random)} ${head}`;
}

/** Something that the domain's own words don't name. */
function strange(random: Random, pick: (words: readonly string[]) => string): string {
  if (random.chance(0.4)) return name(random);
  return random.chance(0.5) ? `the ${pick(things)}` : `${pick(modifiers)} ${name(random)}`;
}

function tailSlots(random: Random, pick: (words: readonly string[]) => string): Slots {
  return {
    m: pick(modifiers),
    z: pick(things),
    z2: pick(things),
    t: pick(treasures),
    p: random.pick(places),
    n: String(2 + random.below(random.pick([8, 90, 900]))),
    year: String(1900 + random.below(140)),
    name: name(random),
    name2: name(random),
  };
}

function name(random: Random): string {
  const word = madeUpWord((items) => random.pick(items), 1 + random.below(3));
  return random.chance(0.4) ? capitalised(word) : word;
}

/** An amount of money, such as "12,500 euros". */
function sum(random: Random): string {
  const amount = (1 + random.below(99)) * random.pick([10, 50, 100, 100, 500, 1000]);
  return `${amount.toLocaleString("en-GB")} ${random.pick(currencies)}`;
}

function beneficiary(random: Random): string {
  const team = random.pick(teams);
  return random.pick([
    `the ${team}`,
    `our ${team}`,
    random.pick(places),
    `the ${random.pick(modifiers)} ${random.pick(things)}`,
  ]);
}

const massNouns = /\b(paper|software|furniture|packaging|catering|insurance|data|equipment|heating)$/;
const plurals = /[^su]s$/;

function article(noun: string): string {
  if (plurals.test(noun) || massNouns.test(noun)) return "";
  return "a";
}

/** "a" before a vowel becomes "an", also where a template put a word between. */
function withArticles(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\ba (?=[aeiouAEIOU])(?!(?:uni|use|euro|one\b))/g, "an ")
    .trim();
}

/** One word in ten, always the same ones. */
function isHeldOut(word: string): boolean {
  let hash = 7;
  for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) >>> 0;
  return hash % 10 === 3;
}
