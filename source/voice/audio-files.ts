// Names of recordings and of their transcripts, which stand beside them: `2026-03-12-102430.wav`, `2026-03-12-102430.txt`.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** The transcript's file of a recording's. */
export function transcriptOf(audioFile: string): string {
  return audioFile.replace(/\.wav$/, '.txt')
}

/** A file that is not there yet, named for the time (UTC), with a number behind it where there is one already. */
export function freeAudioFile(folder: string, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  for (let at = 1; ; at++) {
    const file = join(folder, `${stamp}${at === 1 ? '' : `-${at}`}.wav`)
    if (!existsSync(file) && !existsSync(transcriptOf(file))) return file
  }
}

/** Recordings of a folder without a transcript, besides `own`. */
export async function countUntranscribed(folder: string, own: string | undefined): Promise<number> {
  const files = new Set(await readdir(folder).catch(() => []))
  return [...files].filter(
    (file) =>
      file.endsWith('.wav') &&
      !files.has(transcriptOf(file)) &&
      (own === undefined || file !== basename(own)),
  ).length
}
