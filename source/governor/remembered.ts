// What the talk lane is told from memory, as facts behind the message: corrections and approaches that worked. Pure.
import type { Remembered } from '../contracts/memory.ts'

/** A line for each; empty: nothing is told. */
export function rememberedFacts(remembered: readonly Remembered[] = []): string {
  return remembered.map(rememberedLine).join('\n')
}

/** `Remembered: the lake is 63 m deep (holiday).` */
export function rememberedLine({ kind, text, context }: Remembered): string {
  const about = context === '' ? '' : ` (${context})`
  const line = `${text}${about}`.replace(/\s+/g, ' ').trim()
  return `${kind === 'pattern' ? 'Worked before' : 'Remembered'}: ${line}${/[.!?]$/.test(line) ? '' : '.'}`
}
