// The file of a skill: front matter with name and description, then what goes with the message. Other programs put more fields into the
// front matter, so unknown ones are no fault. Pure.
import type { Skill } from '../contracts/skills.ts'
import { shortLine } from '../lib/short-line.ts'
import { formatYaml, isYamlProblem, parseYaml } from '../lib/yaml-file.ts'

/** Also the name of its folder. */
export const SKILL_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/
const FRONT_MATTER = /^---\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m
const MOST_DESCRIPTION = 1_024

/** Reads a file's text; what is wrong is a sentence. `name` is that of the folder, `file` only for the sentence. */
export function parseSkill(text: string, name: string, file: string): Skill | string {
  const plain = text.replace(/^\uFEFF/, '')
  const front = plain.startsWith('---') ? FRONT_MATTER.exec(plain) : null
  if (front === null || front.index !== 0)
    return `\`${file}\` has no front matter; it begins with \`---\`, \`name: ${name}\`, \`description: …\` and \`---\`, a line each.`
  const yaml = parseYaml(front[1] ?? '', file)
  if (isYamlProblem(yaml)) return yaml.message
  const fields = (typeof yaml.value === 'object' && yaml.value !== null ? yaml.value : {}) as {
    readonly [field: string]: unknown
  }
  const misnamed = fields.name === undefined ? undefined : misnaming(fields.name, name, file)
  if (misnamed !== undefined) return misnamed
  const { description } = fields
  if (typeof description !== 'string' || description.trim() === '')
    return `\`${file}\` needs a \`description\`: for which messages it is.`
  if (description.length > MOST_DESCRIPTION)
    return `The description in \`${file}\` has ${description.length} characters, more than ${MOST_DESCRIPTION}.`
  const body = plain.slice(front[0].length).trim()
  if (body === '') return `\`${file}\` has nothing below its front matter; write there what is to be done.`
  return { name, description: description.replace(/\s+/g, ' ').trim(), body }
}

/** Why the name in the file is not that of the folder. YAML reads `2024` and `true` as no text, which is meant as one. */
function misnaming(given: unknown, name: string, file: string): string | undefined {
  if (given === name) return undefined
  if (typeof given === 'string')
    return `The name in \`${file}\` is \`${shown(given)}\`, and its folder is \`${name}\`; give both the same one.`
  // A map may have a member `toString`: only what is no map and no list is made a text.
  const isScalar = ['number', 'boolean'].includes(typeof given)
  return isScalar && String(given) === name
    ? undefined
    : `The name in \`${file}\` is no text; write \`name: "${name}"\`, as its folder is called.`
}

/** Somebody else wrote it: nothing in it may move the cursor. */
function shown(text: string): string {
  return shortLine(text.replace(/\p{Cc}/gu, '\ufffd'), 80)
}

/** The text of the file of a skill. */
export function formatSkill({ name, description, body }: Skill): string {
  return `---\n${formatYaml({ name, description })}---\n\n${body.trim()}\n`
}
