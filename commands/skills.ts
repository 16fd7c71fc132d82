import type { Command, CommandContext, CommandResult } from '../source/contracts/command.ts'
import type { SkillRow } from '../source/contracts/skills.ts'

/** `/skills`: which there are. */
const skills: Command = {
  name: 'skills',
  group: 'talk',
  examples: ['/skills', '/skills show commit'],
  usage: '[list|show NAME|trust NAME [HASH]]',
  summary: 'skills: instructions that go with a message',
  worksDownTo: 3,
  help: [
    'A skill is `skills/NAME/SKILL.md` in the home or in `.ethervox/skills/` of the workspace; those of other clients are read, too, with `/settings foreignSkills true`.',
    'Skills of a workspace came with its files: `trust NAME` shows one, and with the hash that it names that very text is used.',
  ].join('\n'),
  complete: (input, { skills: shelf }) => {
    const rows = shelf.list().filter(({ state }) => input === 'show' || state === 'untrusted')
    return ['show', 'trust'].includes(input)
      ? rows.map(({ name, state }) => ({ text: name, note: STATES[state] }))
      : []
  },
  run: (input, context) => {
    const [verb = 'list', name, hash, ...rest] = input.split(/\s+/).filter(Boolean)
    if (verb === 'list' && name === undefined) return list(context)
    if (verb === 'show' && name !== undefined && hash === undefined) return context.skills.show(name)
    if (verb === 'trust' && name !== undefined && rest.length === 0) return context.skills.trust(name, hash)
    return { ok: false, text: `\`/skills ${input}\` is not known; it takes ${skills.usage}.`, data: null }
  },
}

const STATES: { readonly [state in SkillRow['state']]: string } = {
  used: 'used',
  untrusted: 'not trusted',
  hidden: 'hidden',
  broken: 'broken',
}

function list({ skills: shelf }: CommandContext): CommandResult {
  const rows = shelf.list()
  if (rows.length === 0)
    return {
      ok: true,
      text: 'There are no skills; a folder `skills/NAME/` in the home with a `SKILL.md` is one.',
      data: [],
    }
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(
    ({ name, state, from, description }) =>
      `${STATES[state].padEnd(11)}  ${name.padEnd(width)}  ${from.padEnd(9)}  ${description}`,
  )
  const has = (state: SkillRow['state']) => rows.some((row) => row.state === state)
  const notes = [
    ...(has('untrusted') ? ['not trusted: never sent; `/skills trust NAME` shows it.'] : []),
    ...(has('hidden') ? ['hidden: another one has its name.'] : []),
    ...(has('broken') ? ['broken: `/skills show NAME` says why.'] : []),
  ]
  const text = [...lines.map((line) => line.trimEnd()), ...notes].join('\n')
  return { ok: true, text, data: rows.map((row) => ({ ...row })) }
}

export default skills
