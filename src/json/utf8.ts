/** Bytes to text, cut anywhere. */

/** What some bytes decoded to. */
export interface Decoded {
  readonly text: string;
  /** The bytes after `text` aren't UTF-8. */
  readonly invalid: boolean;
}

export class Utf8Decoder {
  private decoder = fresh();
  /** The bytes of an unfinished character: at most three. */
  private tail: number[] = [];

  decode(bytes: Uint8Array): Decoded {
    let text: string;
    try {
      text = this.decoder.decode(bytes, { stream: true });
    } catch {
      return { text: this.validPart(bytes), invalid: true };
    }
    if (bytes.length > 0 && (this.tail.length > 0 || bytes[bytes.length - 1]! >= 0x80)) this.keepTail(bytes);
    return { text, invalid: false };
  }

  /** Whether the last character isn't whole. */
  get incomplete(): boolean {
    return this.tail.length > 0;
  }

  private keepTail(bytes: Uint8Array): void {
    const last = [...this.tail, ...bytes.subarray(-3)].slice(-3);
    let lead = last.length - 1;
    while (lead >= 0 && (last[lead]! & 0xc0) === 0x80) lead--;
    const c = lead < 0 ? 0 : last[lead]!;
    const length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
    this.tail = last.length - lead < length ? last.slice(lead) : [];
  }

  /** What comes before the first wrong byte: the decoder doesn't say, so it's asked byte by byte. */
  private validPart(bytes: Uint8Array): string {
    const decoder = fresh();
    let text = "";
    for (const byte of [...this.tail, ...bytes]) {
      try {
        text += decoder.decode(Uint8Array.of(byte), { stream: true });
      } catch {
        break;
      }
    }
    return text;
  }
}

function fresh(): TextDecoder {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
}
