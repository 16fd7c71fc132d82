// Folders of skills, a folder each with a `SKILL.md`. Those of a workspace came with somebody's files, so each goes with a message only once
// the person has seen it: its hash is kept then, and another text is another hash. Files are read at each look, parsed once for each hash.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Skill, SkillRow, SkillSource } from '../contracts/skills.ts'
import { sha256Hex } from '../lib/checksum.ts'
import { readPlainText } from '../lib/plain-file.ts'
import { plainText } from '../lib/plain-text.ts'
import { shortLine } from '../lib/short-line.ts'
import { parseSkill, SKILL_NAME } from './skill-file.ts'

/** A folder with skills; the first that has a name wins. */
export interface SkillFolder {
  readonly path: string
  readonly from: SkillSource
  /** It came with the files of a workspace. */
  readonly isForeign: boolean
}

export interface FoundSkill {
  readonly row: SkillRow
  readonly text: string
  /** undefined: `problem` says why. */
  readonly skill: Skill | undefined
  readonly problem: string | undefined
}

const MOST_BYTES = 100_000
const MOST_SKILLS = 200

/** Opens them; nothing is read yet. */
export function openSkillFolders(
  folders: () => readonly SkillFolder[],
  trusted: () => readonly string[],
  parse: typeof parseSkill = parseSkill,
): () => readonly FoundSkill[] {
  const parsed = new Map<string, Skill | string>()
  const read = ({ path, from, isForeign }: SkillFolder, name: string): FoundSkill => {
    const file = join(path, name, 'SKILL.md')
    const { text, problem } = textOf(file)
    const sha256 = sha256Hex(Buffer.from(text))
    const key = `${file} ${sha256}`
    const skill = problem ?? parsed.get(key) ?? guarded(parse, text, name, file)
    if (problem === undefined) parsed.set(key, skill)
    const row = { name, file, from, sha256 }
    if (typeof skill === 'string')
      return { row: { ...row, description: '', state: 'broken' }, text, skill: undefined, problem: skill }
    const isTrusted = !isForeign || trusted().includes(sha256)
    const state = isTrusted ? 'used' : 'untrusted'
    return { row: { ...row, description: skill.description, state }, text, skill, problem: undefined }
  }
  return () => {
    const all = folders().flatMap((folder) => {
      const { names, unfit } = namesIn(folder.path)
      return [...names.map((name) => read(folder, name)), ...unfit.map((one) => unfitIn(folder, one))]
    })
    const isFirst = (one: FoundSkill) =>
      all.find(({ row }) => row.name === one.row.name && row.state === 'used') === one
    return all.map((one) =>
      one.row.state === 'used' && !isFirst(one) ? { ...one, row: { ...one.row, state: 'hidden' } } : one,
    )
  }
}

interface Unfit {
  readonly name: string
  readonly isLink: boolean
}

interface Names {
  readonly names: readonly string[]
  /** Those with a skill in them that is not read. */
  readonly unfit: readonly Unfit[]
}

function namesIn(folder: string): Names {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    const isWell = (one: (typeof entries)[number]) => one.isDirectory() && SKILL_NAME.test(one.name)
    const isMeant = ({ name }: { readonly name: string }) =>
      !name.startsWith('.') && existsSync(join(folder, name, 'SKILL.md'))
    return {
      names: entries
        .filter(isWell)
        .map(({ name }) => name)
        .slice(0, MOST_SKILLS),
      unfit: entries
        .filter((one) => !isWell(one) && isMeant(one))
        .map((one) => ({ name: one.name, isLink: one.isSymbolicLink() }))
        .slice(0, MOST_SKILLS),
    }
  } catch {
    return { names: [], unfit: [] } // Nobody need have any.
  }
}

/** It is not read; the list has the reason, as not every such name can be asked for. */
function unfitIn({ path, from }: SkillFolder, { name: written, isLink }: Unfit): FoundSkill {
  const name = shortLine(plainText(written), 64)
  const problem = isLink
    ? 'its folder is a link, and links are not followed'
    : 'the name of its folder must be a to z, 0 to 9, `-` and `_`, at most 64'
  const row = { name, file: join(path, name, 'SKILL.md'), from, sha256: sha256Hex(Buffer.from('')) }
  return {
    row: { ...row, description: problem, state: 'broken' },
    ...{ text: '', skill: undefined, problem: unreadable(row.file, problem) },
  }
}

/** What stands in the file is read at each message: whatever it is, the message must go. So even a bug of ours is only its fault. */
function guarded(parse: typeof parseSkill, text: string, name: string, file: string): Skill | string {
  try {
    return parse(text, name, file)
  } catch (error) {
    return unreadable(file, error instanceof Error ? error.message : 'nothing says why')
  }
}

function unreadable(file: string, reason: string): string {
  return `The skill \`${file}\` cannot be read (${reason}).`
}

function textOf(file: string): { readonly text: string; readonly problem?: string } {
  const text = readPlainText(file, MOST_BYTES)
  return typeof text === 'string' ? { text } : { text: '', problem: unreadable(file, text.reason) }
}
