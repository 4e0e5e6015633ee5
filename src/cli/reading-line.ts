/** The line that shows, on a terminal's stderr, how far a slow text has been read. */
import { exitCodes } from "./exit.ts";
import { LiveRegion, progressBar, styleFor } from "./terminal.ts";

export interface Reading {
  /** Bytes. */
  readonly read: number;
  readonly documents: number;
  /** Of the document being read, if there's a schema to measure it by. */
  readonly fraction: number | undefined;
}

/** Milliseconds before it's worth showing anything. */
const patience = 300;

export class ReadingLine {
  private readonly region = new LiveRegion(process.stderr);
  private readonly begun = performance.now();
  private readonly interrupted = () => {
    this.clear();
    process.exit(exitCodes.interrupted);
  };

  constructor(private readonly wanted: boolean) {
    if (this.shows) process.on("SIGINT", this.interrupted);
  }

  draw({ read, documents, fraction }: Reading): void {
    if (!this.shows || performance.now() - this.begun < patience) return;
    const style = styleFor(process.stderr);
    const bar =
      fraction === undefined
        ? ""
        : `${progressBar(fraction, 20, style)} ${`${Math.floor(fraction * 100)} %`.padStart(5)}  `;
    const megabytes = (read / 1e6).toFixed(1);
    this.region.draw(() => [`${bar}${style.dim(`${megabytes} MB read, documents found: ${documents}`)}`]);
  }

  clear(): void {
    this.region.clear();
  }

  [Symbol.dispose](): void {
    this.clear();
    process.off("SIGINT", this.interrupted);
  }

  private get shows(): boolean {
    return this.wanted && this.region.active;
  }
}
