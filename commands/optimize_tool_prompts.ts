import type { Command } from '../source/contracts/command.ts'
import { type OptimizeChoice, STRATEGIES } from '../source/contracts/optimized.ts'

const VALUED = ['--tool', '--strategy', '--with', '--budget'] as const
const OPTIONS = ['--all', ...VALUED, '--again', '--dry-run', '--undo'] as const

/** `/optimize_tool_prompts`: better one-liners and states for the loaded model, each change a trial. */
const optimize: Command = {
  name: 'optimize_tool_prompts',
  group: 'model',
  examples: ['/optimize_tool_prompts', '/optimize_tool_prompts --undo'],
  usage:
    '[--all] [--tool NAME…] [--strategy WHAT] [--with MODEL] [--budget SECONDS] [--again] [--dry-run] [--undo]',
  summary: "make the tools' prompts better for this model, each change tried first",
  worksDownTo: 2,
  needsModel: true,
  help: [
    '`--strategy index` (the default) writes shorter one-liners, `shots` finds the fewest worked examples that do, `rules` one sentence from what went wrong,',
    '`examples` new example requests for tools that have few, `calls` tunes how the model writes calls (it needs a Python with torch); `all` does them one',
    'after another. Tools that did not change since are not done again;',
    '`--again` tries once more what was not kept, with another `--with` or behind new teaching.',
    '`--all` takes tools that are off, too, `--tool` only some, `--with` lets another model write, `--budget` ends it after so many seconds with what was',
    'finished, `--dry-run` keeps nothing, `--undo` brings back what was there before the last run.',
    'For example: `/optimize_tool_prompts --strategy shots --budget 300`',
  ].join('\n'),
  complete: (input, context) => {
    const options = input.split(/\s+/).filter(Boolean)
    const last = options.findLast((word) => word.startsWith('--'))
    if (options.at(-1) === '--strategy') return [...STRATEGIES, 'all'].map((text) => ({ text }))
    const more = OPTIONS.filter((one) => one === '--tool' || !options.includes(one)).map((text) => ({ text }))
    if (last !== '--tool') return VALUED.some((one) => one === options.at(-1)) ? [] : more
    const tools = context.tools().map(({ name, oneLiner }) => ({ text: name, note: oneLiner }))
    return options.at(-1) === '--tool' ? tools : [...more, ...tools]
  },
  run: async (input, context) => {
    const read = readOptions(input)
    if (typeof read === 'string') return { ok: false, text: read, data: { code: 'usage' } }
    if (context.engine === undefined)
      return { ok: false, text: context.view.modelReason ?? 'No model is loaded.', data: null }
    return read === undefined ? context.optimizer.undo() : context.optimizer.run(read)
  },
}

/** undefined: `--undo`; a text: what is wrong. */
function readOptions(input: string): OptimizeChoice | undefined | string {
  const words = input.split(/\s+/).filter(Boolean)
  const tools: string[] = []
  const choice: { -readonly [K in keyof OptimizeChoice]: OptimizeChoice[K] } = {
    all: false,
    tools,
    strategies: ['index'],
    again: false,
    dryRun: false,
  }
  const given = new Set<string>()
  while (words.length > 0) {
    const option = words.shift() ?? ''
    // The last one would count, and the others be lost in silence.
    if (given.has(option) && option !== '--tool')
      return `\`${option}\` was given more than once; give it once${option === '--strategy' ? ', or `--strategy all`' : ''}.`
    given.add(option)
    const value = words[0]?.startsWith('--') ? undefined : words[0]
    if (option === '--undo')
      return input.trim() === '--undo' ? undefined : '`--undo` stands alone: nothing else is done with it.'
    if (option === '--all') choice.all = true
    else if (option === '--again') choice.again = true
    else if (option === '--dry-run') choice.dryRun = true
    else if (!VALUED.some((one) => one === option))
      return `\`${option}\` is not known here; \`/optimize_tool_prompts\` takes ${optimize.usage}.`
    else if (value === undefined)
      return `\`${option}\` needs a value behind it; \`/help optimize_tool_prompts\` tells which.`
    else if (option === '--tool')
      while (words[0] !== undefined && !words[0].startsWith('--')) tools.push(words.shift() ?? '')
    else {
      const fault = take(choice, option, words.shift() ?? '')
      if (fault !== undefined) return fault
    }
  }
  if (choice.all && tools.length > 0) return '`--all` and `--tool` do not go together; leave one of them out.'
  return choice
}

function take(
  choice: { -readonly [K in keyof OptimizeChoice]: OptimizeChoice[K] },
  option: string,
  value: string,
): string | undefined {
  if (option === '--with') choice.writer = value
  else if (option === '--budget') {
    const seconds = Number(value)
    if (!(seconds > 0) || seconds > 1e6)
      return `\`--budget ${value}\` is not a number of seconds; give one above 0.`
    choice.budgetS = seconds
  } else if (value === 'all') choice.strategies = STRATEGIES
  else {
    const strategy = STRATEGIES.find((one) => one === value)
    if (strategy === undefined)
      return `\`--strategy ${value}\` is not known; it takes ${STRATEGIES.join(', ')} or all.`
    choice.strategies = [strategy]
  }
  return undefined
}

export default optimize
