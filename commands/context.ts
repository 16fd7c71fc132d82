import type { Command, ContextUse } from '../source/contracts/command.ts'
import type { Drawing } from '../source/contracts/reading.ts'

/** Cells of the bar of letters. */
const CELLS = 20
/** Cells of a part's own bar: beside its name and figures it fits 40 columns. */
const PART_CELLS = 18
const SHOWN = 5

/** `/context`: what takes how much of the window, and what leaves it next. */
const context: Command = {
  name: 'context',
  group: 'conversations',
  examples: ['/context'],
  usage: '',
  summary: 'show what fills the window, and what leaves it next',
  worksDownTo: 3,
  beside: true,
  help: [
    'system and index: the head, which never changes; memory: the summary of turns that left; history: finished turns;',
    'this turn: the last one; reserve: kept free for the next answer. Each letter of the bar is a twentieth of the window.',
  ].join('\n'),
  run: (_input, { contextUse, view, reading }) => {
    const use = contextUse()
    if (use === undefined)
      return {
        ok: false,
        text: view.modelReason ?? 'No model is loaded, so there is no window; `/model` lists the models.',
        data: null,
      }
    const text = [...barLines(use, reading.draw), sumLine(use), ...nextLines(use)].join('\n')
    return { ok: true, text, data: { ...use, next: use.next.map((one) => ({ ...one })) } }
  },
}

type Part = readonly [letter: string, name: string, tokens: number]

function partsOf(use: ContextUse): readonly Part[] {
  return [
    ['s', 'system', use.systemTokens],
    ['i', 'index', use.indexTokens],
    ['m', 'memory', use.memoryTokens],
    ['h', 'history', use.historyTokens],
    ['t', 'this turn', use.turnTokens],
    ['r', 'reserve', use.reserveTokens],
    ['.', 'free', use.freeTokens],
  ]
}

/** A bar of single letters, then a row for each part. */
function barLines(use: ContextUse, draw: Drawing): readonly string[] {
  const parts = partsOf(use)
  const letters = Array.from({ length: CELLS }, (_, cell) => {
    const middle = ((cell + 0.5) / CELLS) * use.windowTokens
    let end = 0
    const part = parts.find(([, , tokens]) => {
      end += tokens
      return middle < end
    })
    return part?.[0] ?? 'h'
  })
  const rows = parts.map(([, name, tokens]) => {
    const percent = `${Math.round((tokens / use.windowTokens) * 100)} %`
    const bar = draw.bar(tokens / use.windowTokens, PART_CELLS)
    return `${name.padEnd(9)}${String(tokens).padStart(6)}${percent.padStart(5)}  ${bar}`
  })
  return [letters.join(''), ...rows]
}

function sumLine(use: ContextUse): string {
  const { mode, isEstimate, usedTokens, windowTokens, highTokens, compactTokens } = use
  const sum = `${isEstimate ? '~' : ''}${usedTokens} of ${windowTokens} tokens are used`
  return mode === 'fresh' ? `${sum}.` : `${sum}; told at ${highTokens}, compacted at ${compactTokens}.`
}

function nextLines(use: ContextUse): readonly string[] {
  const memory = use.summary === null ? [] : [`In memory: ${use.summary}`]
  if (use.mode === 'fresh') return ['Every message begins fresh: nothing is kept, so nothing has to leave.']
  if (use.next.length === 0) return [...memory, 'No turn would leave next.']
  const shown = use.next.slice(0, SHOWN).map(({ turn, begins }) => `  ${turn}  ${begins}`)
  const more = use.next.length > SHOWN ? [`  and ${use.next.length - SHOWN} more`] : []
  return [...memory, 'Next to leave:', ...shown, ...more]
}

export default context
