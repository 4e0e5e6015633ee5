/** The line that shows, on a terminal, how far a text has been read that takes its time. */
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
const usualPatience = 300;

export class ReadingLine {
  private readonly region: LiveRegion;
  private readonly begun = performance.now();
  private readonly interrupted = () => {
    this.clear();
    process.exit(exitCodes.interrupted);
  };

  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly patience = usualPatience,
  ) {
    this.region = new LiveRegion(stream);
    if (stream.isTTY) process.on("SIGINT", this.interrupted);
  }

  draw({ read, documents, fraction }: Reading): void {
    if (!this.region.active || performance.now() - this.begun < this.patience) return;
    const style = styleFor(this.stream);
    const facts = style.dim(`${(read / 1e6).toFixed(1)} MB read, documents found: ${documents}`);
    const bar = (share: number) => `${progressBar(share, 20, style)} ${`${Math.floor(share * 100)} %`.padStart(5)}  `;
    this.region.draw(() => [`${fraction === undefined ? "" : bar(fraction)}${facts}`]);
  }

  clear(): void {
    this.region.clear();
  }

  [Symbol.dispose](): void {
    this.clear();
    process.off("SIGINT", this.interrupted);
  }
}
