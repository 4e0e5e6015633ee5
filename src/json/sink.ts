/** What the machine tells, and whom. */
import type { ErrorCode } from "./errors.ts";
import type { RepairName } from "./repairs.ts";

/** Whoever listens to the machine. Offsets count UTF-16 units of the whole text; `end` is one past the last character. */
export interface Sink {
  open(kind: number, start: number): void;
  close(end: number): void;
  /** A key is complete. `false` refuses it as a duplicate. */
  key(key: string, start: number, end: number): boolean;
  /** A whole string: the same as the three below. */
  string(text: string, start: number, end: number): void;
  beginString(start: number): void;
  /** More text of the open string, decoded; never empty. The spans of a string's pieces adjoin. */
  text(piece: string, start: number, end: number): void;
  endString(end: number): void;
  /** `raw` is the source text of a number that a double can't hold (a large integer, an overflow); else empty. */
  number(value: number, raw: string, start: number, end: number): void;
  literal(value: boolean | null, start: number, end: number): void;
  /** A candidate has proved itself to be a document (see `tentative`). */
  proven(): void;
  /** A flaw in the text at offset `at` was read past, in the state `state`. */
  repair(flaw: RepairName, at: number, text: string, state: number): void;
  /** Whether nobody needs to be told of each thing: values may come whole, in bulk. */
  readonly bulk: boolean;
  /** Whole values, made of `count` values in all: items of the open array, or the one value that was awaited. */
  bulkValues(values: readonly unknown[], count: number): void;
}

/** Why the machine stopped. */
export interface Failure {
  readonly code: ErrorCode;
  readonly offset: number;
  readonly expected: string;
  /** What was found, as people should see it; empty if it doesn't help. */
  readonly found: string;
  /** Offset after the last character looked at. */
  readonly seen: number;
  /** The repair that would have read on. */
  readonly repair: RepairName | undefined;
}
