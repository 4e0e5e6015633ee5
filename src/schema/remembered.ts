import { AutomatonLimitError, type Meter } from "./automaton.ts";
import { PatternError, type PatternFacts, patternFacts } from "./pattern.ts";

/** What a pattern came to, or why it came to nothing, and the states that it took to find out. */
interface Outcome {
  readonly facts: PatternFacts | AutomatonLimitError | PatternError;
  readonly states: number;
}

/**
 * What patterns came to in any schema: schemas of one author, and versions of one schema, have the same, and whoever judges
 * a value needs what the compiler needed.
 */
const remembered = new Map<string, Outcome>();
let kept = 0;
/** States of all that's kept, and patterns; the oldest makes room. Longer patterns aren't kept. */
const mostStates = 50_000;
const mostPatterns = 1000;
const longestPattern = 500;

/**
 * What a pattern says of a string, as `patternFacts`, for what making it takes: who remembers it pays the same, so nothing
 * depends on that.
 * @throws {AutomatonLimitError}
 * @throws {PatternError}
 */
export function rememberedFacts(source: string, meter?: Meter): PatternFacts {
  let outcome = remembered.get(source);
  if (outcome) meter?.states(outcome.states);
  else {
    outcome = outcomeOf(source, meter);
    if (source.length <= longestPattern) remember(source, outcome);
  }
  if (outcome.facts instanceof Error) throw outcome.facts;
  return outcome.facts;
}

/** @throws {AutomatonLimitError} if the meter says so: that's no outcome */
function outcomeOf(source: string, meter: Meter | undefined): Outcome {
  let states = 0;
  let refused: unknown;
  const counting: Meter = {
    states(count) {
      states += count;
      try {
        meter?.states(count);
      } catch (error) {
        refused = error;
        throw error;
      }
    },
  };
  try {
    return { facts: patternFacts(source, counting), states };
  } catch (error) {
    const isOutcome = error instanceof AutomatonLimitError || error instanceof PatternError;
    if (refused !== undefined || !isOutcome) throw error;
    return { facts: error, states };
  }
}

function remember(source: string, outcome: Outcome): void {
  remembered.set(source, outcome);
  kept += sizeOf(outcome.facts);
  for (const [oldest, { facts }] of remembered) {
    if (kept <= mostStates && remembered.size <= mostPatterns) break;
    remembered.delete(oldest);
    kept -= sizeOf(facts);
  }
}

function sizeOf(facts: Outcome["facts"]): number {
  return facts instanceof Error ? 1 : facts.automaton.edges.length;
}
