// The personas of the program and of the home, a file each; one of the home replaces a shipped one of the same name.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { FoundPersona, Persona, PersonaFolder } from '../contracts/persona.ts'
import { nearestName } from '../lib/nearest-name.ts'
import { isPersonaProblem, PERSONA_NAME, parsePersona } from './persona-file.ts'
import { meansNone } from './state-names.ts'

const ENDING = '.yaml'

/** Folders of `NAME.yaml` files; a folder may be missing. */
export function openPersonas(folders: { readonly shipped: string; readonly own: string }): PersonaFolder {
  const fileOf = (name: string) =>
    [folders.own, folders.shipped]
      .map((folder) => join(folder, name + ENDING))
      .find((path) => existsSync(path))
  const names = () =>
    [...new Set([folders.shipped, folders.own].flatMap(filesIn))].sort((a, b) => (a < b ? -1 : 1))
  const find = (name: string): FoundPersona => {
    const file = PERSONA_NAME.test(name) ? fileOf(name) : undefined
    if (file === undefined) {
      const stray = straysIn(folders.own).find((one) => one.slice(0, one.lastIndexOf('.')) === name)
      const reason = stray && notNamed(join(folders.own, stray))
      return { type: 'missing', reason: reason ?? noSuchPersona(name, names()) }
    }
    return meansNone(name) ? { type: 'missing', reason: noName(name, file) } : readFile(file)
  }
  return {
    find,
    read: () => {
      const personas: Persona[] = []
      const problems = straysIn(folders.own).map((file) => notNamed(join(folders.own, file)))
      for (const name of names()) {
        const found = find(name)
        if (found.type === 'found') personas.push(found.persona)
        else problems.push(found.reason)
      }
      return { personas, problems }
    },
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((file) => {
      const name = file.endsWith(ENDING) ? basename(file, ENDING) : ''
      return PERSONA_NAME.test(name) ? [name] : []
    })
  } catch {
    return [] // A home need not have any.
  }
}

/** Files that were meant for personas, and whose names are of none. */
function straysIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((file) => {
      const [, name = '', ending = ''] = /^([^.].*)(\.ya?ml)$/i.exec(file) ?? []
      return ending !== '' && !(ending === ENDING && PERSONA_NAME.test(name))
    })
  } catch {
    return []
  }
}

function notNamed(path: string): string {
  return `The persona \`${path}\` is passed over: call the file \`NAME${ENDING}\`, a NAME being a lower-case letter and at most 39 more, digits, \`-\` or \`_\`.`
}

function readFile(path: string): FoundPersona {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    const read = parsePersona(text, basename(path, ENDING), path)
    return isPersonaProblem(read)
      ? { type: 'missing', reason: read.message }
      : { type: 'found', persona: read }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      type: 'missing',
      reason: `The persona \`${path}\` cannot be read (${reason}); give yourself access to the file, \`/persona\` lists the others.`,
    }
  }
}

function noName(name: string, path: string): string {
  return `The persona \`${path}\` cannot be used: \`${name}\` means no persona; give the file another name.`
}

function noSuchPersona(name: string, all: readonly string[]): string {
  const names = all.filter((one) => !meansNone(one))
  const nearest = nearestName(name, names)
  if (nearest !== undefined) return `There is no persona \`${name}\`; did you mean \`${nearest}\`?`
  return `There is no persona \`${name}\`; there are ${names.map((one) => `\`${one}\``).join(', ')}.`
}
