// A lane without native code: tokens are chunks of bytes, and the "model" wants to write what the test tells it.
import type { Token } from 'node-llama-cpp'
import type { Lane } from '../../source/engine/embedded/lane.ts'

/** What the model would write next, given what it wrote so far (both with one character a byte); undefined: the end of its turn. */
export type Wish = (written: string) => string | undefined

export interface FakeLane {
  readonly lane: Lane
  /** How often logits had to be fetched because the free choice was not legal. */
  readonly counts: { refused: number; appended: number }
  /** What stands before the arguments; must be handed in as the prompt. */
  readonly prompt: readonly Token[]
}

/** Pieces that real vocabularies hold as one token. */
const MERGED = [
  '"}',
  '", "',
  '": "',
  '":',
  '", ',
  ' "',
  ' true',
  ' false',
  '[]',
  '{"',
  '{}',
  '12',
  ' 1',
  '],',
  '."',
  '\\"',
]

/** Writes `text` as long as it is let, then whatever is legal. */
export function wishFor(wanted: string): Wish {
  const text = Buffer.from(wanted).toString('latin1')
  return (written) => {
    if (text.startsWith(written)) return text.slice(written.length)
    // It was made to write something else: it goes on behind the longest end of that in its own text.
    for (let length = Math.min(written.length, 12); length > 0; length--) {
      const at = text.indexOf(written.slice(-length))
      if (at >= 0) return text.slice(at + length)
    }
    return text
  }
}

export interface FakeLaneOptions {
  /** false: one token a byte, so that no token holds an end and what follows. */
  readonly merged?: boolean
  /** Bytes that it likes second best, whatever it wants. */
  readonly second?: readonly number[]
}

export function createFakeLane(wish: Wish, options: FakeLaneOptions = {}): FakeLane {
  const bytes = Array.from({ length: 256 }, (_, byte) => Buffer.from([byte]))
  const merged = options.merged === false ? [] : MERGED.map((text) => Buffer.from(text))
  const vocabulary = [...bytes, ...merged]
  const end = vocabulary.length
  const standing: number[] = []
  const counts = { refused: 0, appended: 0 }

  function tokenize(text: string | Buffer): Token[] {
    const found: number[] = []
    const raw = Buffer.from(text)
    for (let at = 0; at < raw.length; ) {
      const long = merged.findIndex((piece) => raw.subarray(at, at + piece.length).equals(piece))
      found.push(long < 0 ? (raw[at] ?? 0) : bytes.length + long)
      at += long < 0 ? 1 : (merged[long]?.length ?? 1)
    }
    return found as Token[]
  }
  const bytesOf = (tokens: readonly number[]) =>
    Buffer.concat(tokens.map((token) => vocabulary[token] ?? Buffer.alloc(0)))
  const detokenize = (tokens: readonly number[]) => bytesOf(tokens).toString('utf8')

  const prompt = tokenize('Some words before the arguments: ')

  function ranking(): number[] {
    const wanted = wish(bytesOf(standing.slice(prompt.length)).toString('latin1'))
    const first =
      wanted === undefined || wanted === '' ? end : Number(tokenize(Buffer.from(wanted, 'latin1'))[0])
    // Then what closes, then every byte: something legal is always within reach.
    const closing = tokenize('"}]0at{[:, ').map(Number)
    const all = Array.from({ length: end + 1 }, (_, at) => at)
    const rest = [...(options.second ?? []), ...closing, ...all]
    return [...new Set([first, ...rest])]
  }
  const sequence = {
    get nextTokenIndex() {
      return standing.length
    },
    controlledEvaluate: async (input: readonly (number | [number, GenerateNext])[]) => {
      for (const one of input) standing.push(typeof one === 'number' ? one : one[0])
      const last = input.at(-1)
      if (last === undefined || typeof last === 'number') return []
      const ranked = ranking()
      const { logits: asked } = last[1].generateNext
      if (asked === undefined) return [{ next: { token: ranked[0], totalLogitWeight: 1.25 } }]
      const rows = ranked.map((token, at): [number, number] => [token, 10 - at])
      // All of them come as the vocabulary has them, a few as they are ranked.
      const logits = asked === true ? rows.sort(([a], [b]) => a - b) : rows.slice(0, asked.filter.includeTop)
      return [{ next: { logits: new Map(logits) } }]
    },
  }
  const model = { tokenize, detokenize, isEogToken: (token: number) => token === end }
  const lane = {
    model,
    sequence,
    chunkTokens: 4,
    assertRoom: () => undefined,
    dropLast: async () => {
      standing.pop()
      counts.refused++
    },
    append: async (tokens: readonly number[]) => {
      standing.push(...tokens)
      counts.appended += tokens.length
    },
  }
  return { lane: lane as unknown as Lane, counts, prompt }
}

interface GenerateNext {
  readonly generateNext: { readonly logits?: true | { readonly filter: { readonly includeTop: number } } }
}
