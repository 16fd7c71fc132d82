// What the page sends: a JSON object of bounded size.
import type { JsonObject } from '../contracts/json.ts'
import { parseJsonObject } from '../contracts/json.ts'

const MOST_BYTES = 1_000_000

/** An answer that is no success, with a sentence for the person. */
export class Refusal extends Error {
  readonly status: 400 | 404 | 409 | 413 | 415 | 429

  constructor(status: Refusal['status'], message: string) {
    super(message)
    this.name = 'Refusal'
    this.status = status
  }
}

/** Throws `Refusal` for anything else. Reads no more than it allows. */
export async function readJson(request: Request): Promise<JsonObject> {
  if (!/^application\/json\b/.test(request.headers.get('content-type') ?? ''))
    throw new Refusal(415, 'The request is not JSON.')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Refusal(413, `The request is larger than ${MOST_BYTES} bytes.`)
    chunks.push(chunk)
  }
  const value = parseJsonObject(Buffer.concat(chunks).toString('utf8'))
  if (value === undefined) throw new Refusal(400, 'The request is no JSON object.')
  return value
}

/** A text of such an object. Throws `Refusal` where it is none. */
export function textOf(object: JsonObject, name: string): string {
  const value = object[name]
  if (typeof value !== 'string') throw new Refusal(400, `\`${name}\` has to be a text.`)
  return value
}
