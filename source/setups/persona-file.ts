// The shape of a persona's file, and what it says of itself in the head.
import type { Persona, PersonaShot } from '../contracts/persona.ts'
import { isYamlProblem, type YamlProblem } from '../lib/yaml-file.ts'
import { readYaml, type YamlMap } from './yaml-shape.ts'

/** What a persona may be called; also the name of its file. */
export const PERSONA_NAME = /^[a-z][a-z0-9_-]{0,39}$/
export const OWN_NAME = 'ethervox'
const FIELDS = [
  'name',
  'role',
  'description',
  'style',
  'constraints',
  'capabilities',
  'output',
  'shots',
] as const
/** The head is counted in tokens; these only keep a file from being something else. */
const LONGEST = 1_000
const LONGEST_DESCRIPTION = 100

/** Reads the text of a persona's file; `file` is only a name. */
export function parsePersona(text: string, name: string, file: string): Persona | YamlProblem {
  return readYaml(text, file, (map) => {
    map.only(FIELDS)
    return personaOf(map, name)
  })
}

/** Tells a persona from what is wrong with its file. */
export function isPersonaProblem(read: Persona | YamlProblem): read is YamlProblem {
  return 'type' in read && isYamlProblem(read)
}

/** A persona in a map that may have other fields, too. */
export function personaOf(map: YamlMap, name: string): Persona {
  const shots = map.maps('shots').map(shotOf)
  const hasBoth = shots.some((shot) => shot.facts) && shots.some((shot) => !shot.facts)
  if (shots.length > 0 && !hasBoth)
    map.fail(
      'shots',
      '`shots` must have one with `facts`, so that the model sees how a result is told, and one without',
    )
  return {
    name,
    description: map.text('description', LONGEST_DESCRIPTION, true),
    called: map.text('name', 40) || OWN_NAME,
    role: map.text('role', LONGEST, true).replace(/\.$/, ''),
    style: map.text('style', LONGEST),
    constraints: map.texts('constraints', LONGEST),
    capabilities: map.texts('capabilities', LONGEST),
    output: map.text('output', LONGEST),
    shots,
  }
}

/** The same as plain values, for a file. */
export function plainPersona(persona: Persona) {
  const { called, role, description, style, constraints, capabilities, output, shots } = persona
  return {
    name: called,
    role,
    description,
    ...(style !== '' && { style }),
    ...(constraints.length > 0 && { constraints: [...constraints] }),
    ...(capabilities.length > 0 && { capabilities: [...capabilities] }),
    ...(output !== '' && { output }),
    ...(shots.length > 0 && {
      shots: shots.map(({ user, facts, assistant }) => ({
        user,
        ...(facts !== undefined && { facts }),
        assistant,
      })),
    }),
  }
}

/** What the persona says of itself, on one line. */
export function personaText({ called, role, style, constraints, capabilities, output }: Persona): string {
  const can = capabilities.length === 0 ? '' : `You can ${listed(capabilities)}.`
  return [`You are ${called}, ${role}.`, style, ...constraints, can, output]
    .filter((part) => part !== '')
    .join(' ')
}

function shotOf(map: YamlMap): PersonaShot {
  map.only(['user', 'facts', 'assistant'])
  return {
    user: map.text('user', LONGEST, true),
    facts: map.lines('facts', LONGEST) || undefined,
    assistant: map.text('assistant', LONGEST, true),
  }
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
