import type { Command, CommandContext, CommandResult } from '../source/contracts/command.ts'
import type { CompositeRow } from '../source/contracts/composites.ts'

/** `/composite`: several calls as one tool. */
const composite: Command = {
  name: 'composite',
  group: 'tools',
  examples: ['/composite', '/composite check weekly_note', '/composite test weekly_note'],
  usage: '[list|show NAME|check NAME|test NAME|trust NAME [HASH]]',
  summary: 'composites: several calls as one tool',
  worksDownTo: 2,
  help: [
    'A composite is a YAML file with steps, in `composites/` of the home or in `.ethervox/composites/` of the workspace; `/compose` records one.',
    '`check NAME` says line and column of each fault; `test NAME` runs its tests, which call no tool; `/tools reload` reads changed files.',
    'Composites of a workspace came with its files: `trust NAME` shows one, and with the hash that it names that very text is used.',
    'When one runs, each of its steps is asked about as if it stood alone.',
  ].join('\n'),
  complete: (input, { composites }) =>
    ['show', 'check', 'test', 'trust'].includes(input)
      ? composites.list().map(({ name, state }) => ({ text: name, note: state }))
      : [],
  run: async (input, context) => {
    const [verb = 'list', name, hash, ...rest] = input.split(/\s+/).filter(Boolean)
    const { composites } = context
    if (verb === 'list' && name === undefined) return list(context)
    if (verb === 'trust' && name !== undefined && rest.length === 0) return composites.trust(name, hash)
    if (name !== undefined && hash === undefined) {
      if (verb === 'show') return composites.show(name)
      if (verb === 'check') return composites.check(name)
      if (verb === 'test') return composites.test(name)
    }
    return {
      ok: false,
      text: `\`/composite ${input}\` is not known; it takes ${composite.usage}.`,
      data: null,
    }
  },
}

const STATES: { readonly [state in CompositeRow['state']]: string } = {
  used: 'used',
  untrusted: 'not trusted',
  unusable: 'not usable',
  broken: 'broken',
}

function list({ composites }: CommandContext): CommandResult {
  const rows = composites.list()
  if (rows.length === 0)
    return {
      ok: true,
      text: 'There are no composites; `/compose last 2 NAME` makes one of the last two calls.',
      data: [],
    }
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(({ name, state, from, risk, steps }) => {
    const counted = steps !== undefined && `${steps} ${steps === 1 ? 'step' : 'steps'}`
    const what = [from, risk, counted].filter(Boolean).join(', ')
    return `${STATES[state].padEnd(11)}  ${name.padEnd(width)}  ${what}`
  })
  const has = (state: CompositeRow['state']) => rows.some((row) => row.state === state)
  const notes = [
    ...(has('untrusted') ? ['not trusted: never run; `/composite trust NAME` shows it.'] : []),
    ...(has('unusable') || has('broken') ? ['not usable, broken: `/composite check NAME` says why.'] : []),
  ]
  return {
    ok: true,
    text: [...lines, ...notes].join('\n'),
    data: rows.map((row) => ({
      ...row,
      risk: row.risk ?? null,
      steps: row.steps ?? null,
      tests: row.tests ?? null,
    })),
  }
}

export default composite
