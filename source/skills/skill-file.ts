// The file of a skill: front matter with name and description, then what goes with the message. Other programs put more fields into the
// front matter, so unknown ones are no fault. Pure.
import type { Skill } from '../contracts/skills.ts'
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
  if (fields.name !== undefined && fields.name !== name)
    return `The name in \`${file}\` is \`${String(fields.name)}\`, and its folder is \`${name}\`; give both the same one.`
  const { description } = fields
  if (typeof description !== 'string' || description.trim() === '')
    return `\`${file}\` needs a \`description\`: for which messages it is.`
  if (description.length > MOST_DESCRIPTION)
    return `The description in \`${file}\` has ${description.length} characters, more than ${MOST_DESCRIPTION}.`
  const body = plain.slice(front[0].length).trim()
  if (body === '') return `\`${file}\` has nothing below its front matter; write there what is to be done.`
  return { name, description: description.replace(/\s+/g, ' ').trim(), body }
}

/** The text of the file of a skill. */
export function formatSkill({ name, description, body }: Skill): string {
  return `---\n${formatYaml({ name, description })}---\n\n${body.trim()}\n`
}
