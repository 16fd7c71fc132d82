// The person's own text behind the system text: one file in the home, and the one before it for an undo.
import { isUtf8 } from 'node:buffer'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SecretSwitch } from '../../contracts/secret.ts'
import { MOST_PROMPT_CHARACTERS, type StartupPrompt } from '../../contracts/startup-prompt.ts'
import { ToolFailure } from '../../contracts/tool.ts'
import { writeFileAtomicSync } from '../../lib/atomic-write.ts'
import { diskReason } from '../../lib/disk-reason.ts'
import { freeName } from '../../lib/free-name.ts'

/** The text at `path`; the one before it lies beside it. */
export function openStartupPrompt(path: string, secret?: SecretSwitch): StartupPrompt {
  const listeners: (() => void)[] = []
  const before = path.replace(/(\.md)?$/, '.before.md')
  const write = (place: string, text: string) => {
    try {
      mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
      writeFileAtomicSync(place, text)
    } catch (cause) {
      throw failure(place, 'written', cause)
    }
  }
  const put = (text: string): string | undefined => {
    if (secret?.isOn())
      throw new ToolFailure('secret', 'A startup prompt is written to disk; `/secret off` comes first.')
    const aside = isNoText(path) ? setAside(path) : undefined
    // The earlier text is safe before the new one takes its place.
    const earlier = existsSync(before) ? readText(before) : undefined
    write(before, readText(path))
    try {
      write(path, text)
    } catch (error) {
      if (earlier === undefined) rmSync(before)
      else write(before, earlier)
      throw error
    }
    for (const listener of listeners) listener()
    return aside
  }
  return {
    read: () => readText(path).trim(),
    findFault,
    update: (text) => put(text.trim()),
    undo: () => {
      if (!existsSync(before)) return false
      put(readText(before))
      return true
    },
    onChange: (listener) => listeners.push(listener),
  }
}

/** Why the person's own text is not in the head, in a sentence; undefined: it is, or there is none. */
export function whyLeftOut(path: string): string | undefined {
  try {
    const fault = findFault(readText(path))
    return fault && `${fault} So \`${path}\` is left out; \`/startup edit TEXT\` writes another one.`
  } catch (error) {
    if (error instanceof ToolFailure) return error.message
    throw error
  }
}

/** The system text with the person's own behind it; one that cannot stand there is left out (`whyLeftOut`). */
export function withStartupPrompt(systemText: string, path: string): string {
  try {
    const own = readText(path).trim()
    return own === '' || findFault(own) !== undefined ? systemText : `${systemText.trim()}\n${own}`
  } catch (error) {
    if (error instanceof ToolFailure) return systemText
    throw error
  }
}

function findFault(text: string): string | undefined {
  const length = [...text.trim()].length
  if (length > MOST_PROMPT_CHARACTERS)
    return `The startup prompt would have ${length} characters; at most ${MOST_PROMPT_CHARACTERS} fit.`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) || !text.isWellFormed()
    ? 'The startup prompt holds control characters; write it in plain text.'
    : undefined
}

function readText(path: string): string {
  if (!existsSync(path)) return ''
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (cause) {
    if (isNoText(path))
      throw new ToolFailure(
        'no_prompt',
        `The startup prompt \`${path}\` is no text in UTF-8, so it is left out; \`/startup reset\` sets it aside.`,
        { cause },
      )
    throw failure(path, 'read', cause)
  }
}

/** It can be read, but is no UTF-8. */
function isNoText(path: string): boolean {
  try {
    return existsSync(path) && !isUtf8(readFileSync(path))
  } catch {
    return false
  }
}

/** Nothing of a person's is deleted: gives where it lies now. */
function setAside(path: string): string {
  const aside = freeName(`${path}.damaged`)
  renameSync(path, aside)
  return aside
}

function failure(path: string, what: string, cause: unknown): ToolFailure {
  return new ToolFailure(
    'no_prompt',
    `The startup prompt \`${path}\` cannot be ${what}: ${diskReason(cause)}.`,
    {
      cause,
    },
  )
}
