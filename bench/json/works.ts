/** The work that is measured, and what it must cost at most. */
import type { Sort } from "./documents.ts";
import type { Mode } from "./readers.ts";

export interface Work {
  readonly name: string;
  readonly mode: Mode;
  readonly sort: Sort;
  readonly size: number;
  /** Fed in pieces of about four characters; else in pieces of 64 KB. */
  readonly tokens?: boolean;
  readonly bytes?: boolean;
  readonly memory?: boolean;
  readonly unit: "µs/token" | "MB/s" | "× JSON.parse";
  /** In the unit; for MB/s, times the fastest peer. */
  readonly target: number;
}

const kilobytes = 2 ** 10;
const megabytes = 2 ** 20;

export const works: readonly Work[] = [
  ...([4, 64, 1024] as const).map(
    (size): Work => ({
      name: `live value, ${size < 1024 ? `${size} KB` : "1 MB"}`,
      mode: "live",
      sort: "plan",
      size: size * kilobytes,
      tokens: true,
      unit: "µs/token",
      target: 0.12,
    }),
  ),
  {
    name: "snapshot, 64 KB",
    mode: "snapshot",
    sort: "plan",
    size: 64 * kilobytes,
    tokens: true,
    unit: "µs/token",
    target: 0.25,
  },
  {
    name: "events, 64 KB",
    mode: "events",
    sort: "plan",
    size: 64 * kilobytes,
    tokens: true,
    unit: "µs/token",
    target: 0.06,
  },
  {
    name: "events with paths, 64 KB",
    mode: "paths",
    sort: "plan",
    size: 64 * kilobytes,
    tokens: true,
    unit: "µs/token",
    target: 0.12,
  },
  { name: "events, 10 MB", mode: "events", sort: "plan", size: 10 * megabytes, unit: "MB/s", target: 1.4 },
  {
    name: "whole value, 10 MB",
    mode: "whole",
    sort: "plan",
    size: 10 * megabytes,
    memory: true,
    unit: "× JSON.parse",
    target: 1.8,
  },
  {
    name: "whole value, escapes",
    mode: "whole",
    sort: "escapes",
    size: 10 * megabytes,
    unit: "× JSON.parse",
    target: 3.5,
  },
  {
    name: "whole value, bytes",
    mode: "whole",
    sort: "plan",
    size: 10 * megabytes,
    bytes: true,
    unit: "× JSON.parse",
    target: 1.7,
  },
];
