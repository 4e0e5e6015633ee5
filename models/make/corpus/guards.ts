/** Conditions on a goal ("without losing orders", "by Friday") and what a plan does about them. */
import type { StepKind } from "./domain.ts";

/** A condition: how a goal says it, and what follows for the plan. Slots: {t}, {when}, {sum}, {act}, {x}, {team}, {who}. */
export interface Guard {
  /** What is added to the goal's phrase. */
  readonly phrase: string;
  /** The same as a sentence of its own. */
  readonly sentence: string;
  readonly assumptions: string;
  readonly criteria: string;
  /** Steps it adds. `after: "first"` needs the plan's first step and comes before the main one; `"main"` follows it. */
  readonly steps: readonly StepKind[];
}

const keep: Guard = {
  phrase: `
    without losing {t}
    without losing any {t}
    without losing {t}
    and keep all {t}
    so that no {t} are lost`,
  sentence: `
    No {t} may be lost.
    All {t} must be kept.`,
  assumptions: `
    The {t} can be counted and copied before the work begins
    It can be seen at any time how many {t} there are`,
  criteria: `
    No {t} are lost
    All {t} from before are still there
    The number of {t} is the same before and after
    A few of the {t} were compared one by one without a difference`,
  steps: [
    {
      key: "guard-count",
      after: "first",
      share: 0.6,
      risk: "low",
      tools: ["database", "sheet", "files"],
      title: `
        Count and save all {t} before anything changes
        Save a copy of the {t} and count them
        Note how many {t} there are`,
      does: `
        Write down how many {t} there are, save a copy of them and note the time, so that both can be compared later.
        Count the {t} by kind and by day, store a copy in a second place and try whether it can be read.`,
      gives: `
        A dated count and a saved copy of all {t}
        A table with the number of {t} by day, and a readable copy`,
    },
    {
      key: "guard-compare",
      after: "main guard-count",
      share: 0.85,
      risk: "medium",
      tools: ["database", "sheet"],
      title: `
        Check that no {t} are lost
        Compare the {t} before and after
        Count the {t} again and compare`,
      does: `
        Count the {t} again, compare with the number from before and look at [ten|twenty|fifty] of them one by one. [Go back if any are missing.|]
        Put both counts of {t} side by side, explain each difference and bring back what is missing from the copy.`,
      gives: `
        Equal numbers of {t} before and after
        A comparison that shows all {t} in place
        A list of missing {t} that is empty`,
    },
  ],
};

const open: Guard = {
  phrase: `
    without downtime
    without interruption
    without interrupting the {team}
    without stopping work
    while work goes on
    without any downtime`,
  sentence: `
    Work must go on meanwhile.
    There must be no downtime.`,
  assumptions: `
    Old and new can be used side by side for a while
    The busiest hours are known and can be avoided
    The {team} can accept [a minute|two minutes] of delay`,
  criteria: `
    Work never stopped for more than [a minute|two minutes|five minutes]
    The {team} noticed no interruption
    Nobody had to wait because of the change`,
  steps: [
    {
      key: "guard-meanwhile",
      after: "first",
      share: 0.8,
      risk: "medium",
      tools: ["monitor", "docs", "calendar"],
      title: `
        Plan how work goes on meanwhile
        Arrange a second way to work during the change
        Find hours and ways that stop nobody`,
      does: `
        Ask the {team} what must be there at which hour, do the work in parts outside those hours and keep the old way open until the end.
        Set up a second way for the time of the change, let the {team} try it and decide who switches back.`,
      gives: `
        A plan by hours with a second way that was tried
        An agreement with the {team} on hours and way back`,
    },
  ],
};

const date: Guard = {
  phrase: `
    {when}
    {when}
    so that it is done {when}`,
  sentence: `
    It must be finished {when}.
    It has to be done {when}.`,
  assumptions: `
    The people needed have time until then
    The date is fixed and cannot be moved
    What does not fit into the time may be left out`,
  criteria: `
    Everything is finished {when}
    The work is done {when}
    The {who} has accepted the result {when}`,
  steps: [
    {
      key: "guard-dates",
      after: "first",
      share: 0.5,
      risk: "low",
      tools: ["calendar", "sheet", "tickets"],
      title: `
        Plan the dates backwards from the end
        Set dates so that it is done {when}
        Draw up a timetable with some reserve`,
      does: `
        Begin with the last day, set a date for each part backwards from there and keep a fifth of the time as reserve.
        Write down what takes longest, start that first and decide now what is left out if time runs short.`,
      gives: `
        A timetable with a date and a name for each part
        Dates for all parts and a list of what can be left out`,
    },
  ],
};

const cost: Guard = {
  phrase: `
    for less than {sum}
    for under {sum}
    with a budget of {sum}
    on a budget of {sum}
    without spending more than {sum}`,
  sentence: `
    The budget is {sum}.
    It must not cost more than {sum}.
    We have {sum} for it.`,
  assumptions: `
    The {sum} [cover|include] material, fees and help
    Some of the work can be done without pay
    Prices are known [to within a tenth|from last year]`,
  criteria: `
    The whole cost is no more than {sum}
    All bills together stay below {sum}
    Cost and budget of {sum} were compared at the end`,
  steps: [
    {
      key: "guard-costs",
      after: "first",
      share: 0.7,
      risk: "low",
      tools: ["sheet", "money", "docs"],
      title: `
        List all costs and stay within {sum}
        Draw up a cost plan for {sum}
        Split the {sum} between the parts`,
      does: `
        List every cost with a price from an offer, keep a tenth as reserve and decide what is dropped first if it is not enough.
        Ask for prices, enter them in a table and have the {who} agree on how the {sum} are split.`,
      gives: `
        A cost list that ends below {sum}
        A table of costs with a reserve, agreed by the {who}`,
    },
  ],
};

const avoid: Guard = {
  phrase: `
    without {act}`,
  sentence: `
    It must work without {act}.
    We want to do it without {act}.`,
  assumptions: `
    It can be done without {act}
    The {team} will be told that it must go without {act}`,
  criteria: `
    All of it was done without {act}
    It went without {act} from start to end
    The {who} confirms that it went without {act}`,
  steps: [
    {
      key: "guard-other",
      after: "first",
      share: 0.6,
      risk: "medium",
      tools: ["docs", "chat", "web"],
      title: `
        Find a way without {act}
        Plan the work without {act}
        See how it can go without {act}`,
      does: `
        Go through each part of the work, mark where there is a danger of {act} and change those parts. [Ask the {team} what they would do.|]
        Ask people who have managed without {act}, choose what fits here and test it on a small part.`,
      gives: `
        A way that was tried and goes without {act}
        A list of dangers, each with an answer`,
    },
  ],
};

/** All kinds of guards, by name. */
export const guards = { keep, open, date, cost, avoid } as const;

/** What must not be done, after "without": of {t}, {x} and {team}, or on its own. */
export const acts = `
  disturbing the {team}
  raising costs
  raising prices
  extra staff
  hiring anyone
  breaking what works today
  a loan
  new hardware
  working at weekends
  more paperwork
  waste
  plastic
  a car
  harming anyone
  annoying the {team}
  changing the {t}
  leaking {t}
  delaying the {t}
  mixing up {t}
  buying anything new
  sharing {t} with others
  outside help
  noise
  flying
  overtime
  losing time
  closing the {x}`;
