// Piped bytes into lines and messages: `"""` opens and closes a message of several lines; what is not UTF-8 is refused.
import { fstatSync } from 'node:fs'

export type ScriptLine =
  | { readonly type: 'line'; readonly text: string }
  /** A sentence about a line that cannot be used. */
  | { readonly type: 'bad'; readonly reason: string }

const FENCE = '"""'

/** Reads lines until the input ends; a last line without a line end counts. */
export async function* readScript(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<ScriptLine> {
  const open: Open = { message: undefined, number: 0 }
  try {
    if (isFolder(input)) throw new Error('it is a folder')
    for await (const bytes of splitLines(input)) yield* take(bytes, open)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    yield { type: 'bad', reason: `The input cannot be read any further (${why}); give a file or a pipe.` }
  }
  if (open.message !== undefined) {
    yield {
      type: 'bad',
      reason: `The message that ${FENCE} opened is never closed; end it with a line of ${FENCE}.`,
    }
  }
}

/** Node has an empty input in the place of one that it cannot read, with its descriptor. */
function isFolder(input: object): boolean {
  const descriptor = 'fd' in input ? input.fd : undefined
  return typeof descriptor === 'number' && fstatSync(descriptor).isDirectory()
}

interface Open {
  /** Lines of the message that a fence opened. */
  message: string[] | undefined
  /** Lines that were read. */
  number: number
}

function* take(bytes: Buffer, open: Open): Generator<ScriptLine> {
  open.number++
  const text = decode(bytes)
  if (text === undefined) {
    yield {
      type: 'bad',
      reason: `Line ${open.number} is not valid UTF-8 and was skipped; save the script as UTF-8.`,
    }
  } else if (open.message !== undefined) {
    const closes = text.trimEnd().endsWith(FENCE)
    open.message.push(closes ? text.trimEnd().slice(0, -FENCE.length) : text)
    if (closes) {
      yield fenced(open.message.join('\n').trim())
      open.message = undefined
    }
  } else if (text.trimStart().startsWith(FENCE)) {
    const rest = text.trim().slice(FENCE.length)
    if (rest.endsWith(FENCE)) yield fenced(rest.slice(0, -FENCE.length).trim())
    else open.message = [rest]
  } else yield { type: 'line', text }
}

/** A message, whatever it begins with: `//` stands for a slash. */
function fenced(text: string): ScriptLine {
  return { type: 'line', text: text.startsWith('/') ? `/${text}` : text }
}

async function* splitLines(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  for await (const chunk of input) {
    let rest = Buffer.from(chunk)
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      yield Buffer.concat([...held, rest.subarray(0, at)])
      held = []
      rest = rest.subarray(at + 1)
    }
    if (rest.length > 0) held.push(rest)
  }
  if (held.length > 0) yield Buffer.concat(held)
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r$/, '')
  } catch {
    return undefined
  }
}
