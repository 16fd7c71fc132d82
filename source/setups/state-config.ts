// `config.yaml` of a named state: what it sets, in a form that a person may edit.
import { createHash } from 'node:crypto'
import type { StateConfig } from '../contracts/named-states.ts'
import { formatYaml, isYamlProblem, type YamlProblem } from '../lib/yaml-file.ts'
import { PERSONA_NAME, personaOf, plainPersona } from './persona-file.ts'
import { readYaml, type YamlMap } from './yaml-shape.ts'

const FIELDS = ['persona', 'role', 'profile', 'mode', 'tools', 'priorities', 'instructions']
const LONGEST_NAME = 80
/** Tools of other programs have long ones. */
const LONGEST_TOOL = 400
const LONGEST_TEXT = 8_000
const HEADER = '# A named state (docs/states.md): what `/states load` sets. It may be edited.\n'

/** Reads the text of a config; `file` is only a name. */
export function parseConfig(text: string, file: string): StateConfig | YamlProblem {
  return readYaml(text, file, (map) => {
    map.only(FIELDS)
    return {
      persona: map.has('persona') ? persona(map.map('persona')) : undefined,
      role: map.text('role', LONGEST_NAME) || undefined,
      profile: map.text('profile', LONGEST_NAME) || undefined,
      mode: map.choice('mode', ['continue', 'fresh']),
      tools: map.texts('tools', LONGEST_TOOL),
      priorities: map.numbers('priorities', 255),
      instructions: map.lines('instructions', LONGEST_TEXT),
    }
  })
}

/** Tells a config from what is wrong with its file. */
export function isConfigProblem(read: StateConfig | YamlProblem): read is YamlProblem {
  return 'type' in read && isYamlProblem(read)
}

/** The text of its file; the same for the same config. */
export function formatConfig(config: StateConfig): string {
  return HEADER + formatYaml(plain(config))
}

/** Hex SHA-256 of what it says, however it is written. */
export function hashOfConfig(config: StateConfig): string {
  return createHash('sha256')
    .update(JSON.stringify(plain(config)))
    .digest('hex')
}

function plain({ persona, role, profile, mode, tools, priorities, instructions }: StateConfig) {
  return {
    persona: persona === undefined ? null : { file: persona.name, ...plainPersona(persona) },
    role: role ?? null,
    profile: profile ?? null,
    mode,
    tools: [...tools].sort(),
    priorities: Object.fromEntries(Object.entries(priorities).sort(([a], [b]) => (a < b ? -1 : 1))),
    instructions,
  }
}

function persona(map: YamlMap) {
  const name = map.text('file', LONGEST_NAME, true)
  if (!PERSONA_NAME.test(name)) map.fail('file', `\`${name}\` cannot be the name of a persona`)
  return personaOf(map, name)
}
