// What the talk lane is told from memory, as facts behind the message: corrections and approaches that worked. Pure.
import type { Remembered } from '../contracts/memory.ts'

/** How something is to be done, not how something is: it is no fact that an answer could tell. */
const INSTRUCTION =
  /^(?:please\s+)?(?:always|never|avoid|don['’]?t|do not|add|answer|begin|call me|capitali[sz]e|end|finish|format|give|indent|keep|leave|list|name|number|omit|pronounce|put|reply|round|say|separate|show|sign|skip|sort|speak|spell|start|stop|translate|use|write)\b/i

/** What a message is told of memory. `Facts: Remembered: write a list with dashes` would be retold, not followed. */
export interface Told {
  /** A line for each; empty: nothing is told. */
  readonly facts: string
  /** How the answer is to be made, as the end of the message; empty: as usual. */
  readonly instructions: string
}

/** Takes the entries apart by how they are told. */
export function tellRemembered(remembered: readonly Remembered[] = []): Told {
  const isInstruction = ({ kind, text }: Remembered) => kind === 'correction' && INSTRUCTION.test(text.trim())
  return {
    facts: rememberedFacts(remembered.filter((one) => !isInstruction(one))),
    instructions: remembered.filter(isInstruction).map(instructionLine).join(' '),
  }
}

/** A line for each; empty: nothing is told. */
export function rememberedFacts(remembered: readonly Remembered[] = []): string {
  return remembered.map(rememberedLine).join('\n')
}

/** `Remembered: the lake is 63 m deep (holiday).` */
export function rememberedLine({ kind, text, context }: Remembered): string {
  return `${kind === 'pattern' ? 'Worked before' : 'Remembered'}: ${sentenceOf(text, context)}`
}

/** `Remember: Write a packing list with dashes.` */
function instructionLine({ text, context }: Remembered): string {
  const line = sentenceOf(text, context)
  return `Remember: ${line.charAt(0).toUpperCase()}${line.slice(1)}`
}

function sentenceOf(text: string, context: string): string {
  const about = context === '' ? '' : ` (${context})`
  const line = `${text}${about}`.replace(/\s+/g, ' ').trim()
  return `${line}${/[.!?]$/.test(line) ? '' : '.'}`
}
