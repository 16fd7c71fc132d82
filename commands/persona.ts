import {
  type Command,
  type CommandContext,
  type CommandResult,
  refusal,
} from '../source/contracts/command.ts'
import type { Persona } from '../source/contracts/persona.ts'

/** `/persona`: how the model is to be. */
const persona: Command = {
  name: 'persona',
  group: 'setup',
  examples: ['/persona list'],
  usage: '[NAME|use NAME|show NAME|off|list]',
  summary: 'show the persona, put one on or end it, list them',
  worksDownTo: 3,
  help: [
    'A persona changes the head of every prompt: who the model is, how it answers, and the turns that show it. The head is made',
    'anew once. It holds until the session ends; `/settings persona NAME` keeps it. Your own stand in `personas/NAME.yaml` in the home.',
  ].join('\n'),
  complete: (input, { personas }) =>
    ['', 'use', 'show'].includes(input)
      ? personas.read().personas.map(({ name, description }) => ({ text: name, note: description }))
      : [],
  run: (input, context) => {
    const [verb, name, ...rest] = input.split(/\s+/).filter(Boolean)
    if (verb === undefined) return showActive(context)
    if (verb === 'list' && name === undefined) return list(context)
    if ((verb === 'off' || verb === 'none') && name === undefined) return use(undefined, context)
    if (verb === 'show' && name !== undefined && rest.length === 0) return show(name, context)
    if (verb === 'use' && name !== undefined && rest.length === 0) return use(name, context)
    if (name === undefined && verb !== 'use' && verb !== 'show') return use(verb, context)
    return refusal(`\`/persona ${input}\` is not known; it takes ${persona.usage}.`)
  },
}

function showActive({ personas }: CommandContext): CommandResult {
  const { active } = personas
  if (active === undefined)
    return { ok: true, text: 'No persona is on; `/persona list` shows them.', data: null }
  return describe(active, personas.textOf(active), '`/persona off` ends it.')
}

function show(name: string, { personas }: CommandContext): CommandResult {
  const found = personas.find(name)
  return found.type === 'found'
    ? describe(found.persona, personas.textOf(found.persona), `\`/persona use ${name}\` puts it on.`)
    : refusal(found.reason)
}

function describe(one: Persona, words: string, hint: string): CommandResult {
  const text = [
    `persona  ${one.name}: ${one.description}`,
    `head     ${words}`,
    ...one.shots.flatMap(({ user, facts, assistant }) => [
      `  "${user}"${facts === undefined ? '' : ` (${facts.replaceAll('\n', ' ')})`} → ${assistant}`,
    ]),
    hint,
  ].join('\n')
  return { ok: true, text, data: { name: one.name, description: one.description, text: words } }
}

function list({ personas }: CommandContext): CommandResult {
  const { personas: all, problems } = personas.read()
  const width = Math.max(0, ...all.map((one) => one.name.length))
  const on = personas.active?.name
  const rows = all.map(
    (one) => `${one.name === on ? '*' : ' '} ${one.name.padEnd(width)}  ${one.description}`,
  )
  const data = all.map(({ name, description }) => ({ name, description, active: name === on }))
  return { ok: true, text: [...rows, ...problems].join('\n') || 'There are no personas.', data }
}

async function use(name: string | undefined, { personas }: CommandContext): Promise<CommandResult> {
  const before = personas.active?.name
  if (name === undefined && before === undefined) return { ok: true, text: 'No persona is on.', data: null }
  const refused = await personas.take(name)
  if (refused !== undefined) return refusal(refused)
  const text =
    name === undefined
      ? `The persona \`${before}\` is off; the head is made anew once.`
      : `The persona \`${name}\` is on; the head is made anew once. \`/persona off\` ends it.`
  return { ok: true, text, data: { persona: name ?? null } }
}

export default persona
