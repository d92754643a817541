/** Hashes, as text: the one place that imports a hash function. */
import { hash } from 'node:crypto';

/** SHA-256 of UTF-8 text, 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return hash('sha256', text);
}

/** SHA-1 of UTF-8 text, 40 lower-case hex digits. Only for names that another system already derived this way. */
export function sha1Hex(text: string): string {
  return hash('sha1', text);
}
