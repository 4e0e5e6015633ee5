/** A progress bar for downloads, on a terminal's stderr. */
import { LiveRegion, progressBar, styleFor } from "./terminal.ts";

export interface Transfer {
  readonly loaded: number;
  /** Bytes in all, when the source says. */
  readonly total: number | undefined;
}

export interface DownloadBar {
  update(transfer: Transfer): void;
  clear(): void;
}

export function downloadBar(stream: NodeJS.WriteStream): DownloadBar {
  const region = new LiveRegion(stream);
  const style = styleFor(stream);
  const started = performance.now();
  return {
    update: (transfer) => region.draw(() => [barLine(transfer, performance.now() - started, style)]),
    clear: () => region.clear(),
  };
}

/** `██████░░░░ 61 %  60.2 of 98.4 MB  12.1 MB/s` */
export function barLine({ loaded, total }: Transfer, elapsedMs: number, style: ReturnType<typeof styleFor>): string {
  const speed = elapsedMs > 500 ? `  ${megabytes((loaded / elapsedMs) * 1000)} MB/s` : "";
  if (total === undefined || total === 0) return style.dim(`${megabytes(loaded)} MB${speed}`);
  const share = Math.min(1, loaded / total);
  return `${progressBar(share, 24, style)} ${String(Math.floor(share * 100)).padStart(3)} %  ${style.dim(`${megabytes(loaded)} of ${megabytes(total)} MB${speed}`)}`;
}

/** Decimal megabytes, as download pages state them. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
