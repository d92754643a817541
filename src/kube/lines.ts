/** Splits a byte stream into lines without joining what it already has at every chunk. */

export class LineSplitter {
  readonly #lineBytesMax: number;
  #parts: Buffer[] = [];
  #partsBytes = 0;

  constructor(lineBytesMax: number) {
    this.#lineBytesMax = lineBytesMax;
  }

  /** The lines that `chunk` completes, without empty ones; undefined when a line is longer than allowed. */
  push(chunk: Buffer): string[] | undefined {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      const line = this.#take(chunk.subarray(start, end));
      if (line !== '') lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) {
      const rest = chunk.subarray(start);
      this.#parts.push(rest);
      this.#partsBytes += rest.length;
    }
    return this.#partsBytes > this.#lineBytesMax ? undefined : lines;
  }

  #take(last: Buffer): string {
    if (this.#parts.length === 0) return last.toString();
    this.#parts.push(last);
    const line = Buffer.concat(this.#parts).toString();
    this.#parts = [];
    this.#partsBytes = 0;
    return line;
  }
}
