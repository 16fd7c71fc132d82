// Six tools that are alike in their making and not in their words, and something for each strategy to find for them.
import type { FakeOptions } from './fake-ports.ts'
import { CASES, TOOLS } from './fake-ports.ts'

const BEASTS = ['horse', 'goose', 'weasel', 'tortoise', 'badger', 'otter']

const lineOf = (beast: string) => `Wake the ${beast}`
const descriptionOf = (beast: string) => `Wakes the ${beast} at an hour`

const tools = BEASTS.map((beast) => {
  const [clock] = TOOLS
  if (clock === undefined) throw new Error('there is a clock')
  const { entry, detail } = clock
  const name = `${beast}_wake`
  return {
    entry: { ...entry, name, oneLiner: `Set the clock so that it wakes the ${beast}`, contentHash: name },
    detail: { ...detail, description: descriptionOf(beast), examples: [`get the ${beast} up at seven`] },
  }
})

/** Better lines for all but one; fewer examples do but for one; a sentence helps some; requests for each. */
export const BEAST_OPTIONS: FakeOptions = {
  tools,
  cases: BEASTS.flatMap((beast) =>
    CASES.map((one) => ({ ...one, id: `${beast} ${one.id}`, tool: one.tool && `${beast}_wake` })),
  ),
  lines: Object.fromEntries(BEASTS.slice(1).map((beast) => [descriptionOf(beast), lineOf(beast)])),
  // Of another beast, too, which does not come back.
  requests: (shown) =>
    BEASTS.filter((beast) => beast === 'otter' || shown.startsWith(beast)).map(
      (beast) => `the ${beast} must be out of its bed by six`,
    ),
  words: ['stable, burrow'],
  candidates: (request) => BEASTS.filter((beast) => request.includes(beast)).map((beast) => `${beast}_wake`),
  learn: () => undefined,
  isRight: ({ id, tool }, { states }) => {
    const draft = states?.get(tool ?? '')
    if (id === 'goose accept-2') return (draft?.fewShots?.length ?? 16) === 16
    return !/^(?:horse|otter) train-3$/.test(id) || draft?.instruction !== undefined
  },
}
