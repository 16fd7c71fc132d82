import { lstatSync, readFileSync } from 'node:fs'
import { diskReason } from './disk-reason.ts'

/** The text of a file, or why there is none, as a clause. Links are not followed: they may lead anywhere. Reads nothing above `mostBytes`. */
export function readPlainText(file: string, mostBytes: number): string | { readonly reason: string } {
  try {
    const stat = lstatSync(file)
    if (!stat.isFile()) return { reason: 'it is no plain file' }
    if (stat.size > mostBytes) return { reason: `it has more than ${mostBytes} bytes` }
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    return { reason: error instanceof TypeError ? 'it is not UTF-8' : diskReason(error) }
  }
}
