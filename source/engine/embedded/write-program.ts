// Writes an SQL program held to a vocabulary (lib/sql): what can go on in one way only is put there, the model decides the rest.
import type { Token } from 'node-llama-cpp'
import type { CallRequest } from '../../contracts/engine.ts'
import type { SqlVocabulary } from '../../contracts/sql.ts'
import { readProgram } from '../../lib/sql/read-program.ts'
import type { ScanResult } from '../../lib/sql/scan.ts'
import { decideBehind } from './decide.ts'
import type { Lane } from './lane.ts'
import type { WrittenArguments } from './write-arguments.ts'

/** A shorter one is written as fast by the model, and a name that is put there in pieces is one that it does not know. */
const LEAST_FORCED = 3

export interface ProgramToWrite {
  readonly vocabulary: SqlVocabulary
  /** It begins with `behind` and does not go on with `than`. */
  readonly other?: CallRequest['other'] | undefined
  readonly maxTokens: number
}

export interface WrittenProgram extends WrittenArguments {
  /** Where in the text its least sure token begins. */
  readonly weakestAt: number
  /** How likely all that the model decided was, as a logarithm. */
  readonly likelihood: number
  /** The same of what stands behind its least sure token. */
  readonly behindWeakest: number
}

/** Decodes `prompt` and writes a program behind it; `text` is complete unless `cut`. Aborting leaves the lane usable. */
export async function writeProgram(
  lane: Lane,
  prompt: readonly Token[],
  { vocabulary, other, maxTokens }: ProgramToWrite,
  signal: AbortSignal,
): Promise<WrittenProgram> {
  const { model } = lane
  let text = other?.behind ?? ''
  let pending = [...prompt, ...model.tokenize(text, false)]
  let reading = readProgram(text, vocabulary)
  let [weakest, weakestAt, generated, likelihood, behindWeakest] = [1, 0, 0, 0, 0]
  const told = () => ({ weakest, weakestAt, likelihood, behindWeakest })
  const done = (cut: boolean) => ({ text: text.trim(), generated, cut, ...told() })
  while (generated < maxTokens) {
    const than = generated === 0 ? other?.than : undefined
    const forced = than === undefined ? forcedBehind(text, reading, vocabulary) : ''
    if (forced !== '') {
      pending = [...pending, ...model.tokenize(forced, false)]
      text += forced
      reading = readProgram(text, vocabulary)
    }
    // Characters of several tokens: the tokens since the last whole one.
    const pieces: Token[] = []
    for (;;) {
      const written = text
      const isLegal = (token: Token) => {
        if (model.isEogToken(token)) return pieces.length === 0 && reading.isWhole && than !== ''
        const piece = model.detokenize([...pieces, token], false)
        if (piece === '' || (than !== undefined && goesOnSo(piece, than))) return false
        return isAllowed(written, piece, reading, vocabulary)
      }
      const decided = await decideBehind(
        lane,
        pending,
        isLegal,
        signal,
        than === undefined ? 'all' : 'likely',
      )
      if (decided === undefined) return done(true)
      const { probability } = decided
      likelihood += Math.log(probability)
      behindWeakest += Math.log(probability)
      if (probability < weakest) [weakest, weakestAt, behindWeakest] = [probability, written.length, 0]
      generated++
      pending = [decided.token]
      if (model.isEogToken(decided.token)) return done(false)
      pieces.push(decided.token)
      const piece = model.detokenize(pieces, false)
      if (piece.endsWith('\uFFFD') && generated < maxTokens) continue
      text += piece
      break
    }
    reading = readProgram(text, vocabulary)
    if (!reading.isOpen && reading.isWhole) return done(false)
  }
  return done(!reading.isWhole)
}

/** Whether a piece begins what stood there before, in other letters or other blanks, or ends it with nothing but a mark. */
function goesOnSo(piece: string, than: string): boolean {
  const [one, other] = [piece, than].map((text) => text.toLowerCase().replace(/\s+/g, ' '))
  if (one === undefined || other === undefined) return false
  return other === '' ? /^[\s;]*$/.test(one) : other.startsWith(one) || one.startsWith(other)
}

function isAllowed(text: string, piece: string, reading: ScanResult, vocabulary: SqlVocabulary): boolean {
  const [first = ''] = piece
  const { next } = reading
  const begins = next.has('\0') || next.has(first.toLowerCase()) || (/\s/.test(first) && next.has(' '))
  if (!begins && !piece.startsWith('\uFFFD')) return false
  const whole = piece.replace(/\uFFFD+$/, '')
  if (whole === '') return next.has('\0')
  const grown = readProgram(text + whole, vocabulary)
  return grown.isOpen || grown.isWhole
}

/** What can come next in one way only, up to the end of a word. */
function forcedBehind(text: string, reading: ScanResult, vocabulary: SqlVocabulary): string {
  let forced = ''
  let { only } = reading
  while (only !== undefined) {
    forced += only
    only = readProgram(text + forced, vocabulary).only
  }
  const toWord = forced.replace(/[^\p{L}\p{N}_]+$/u, '')
  return toWord.length < LEAST_FORCED ? '' : toWord
}
