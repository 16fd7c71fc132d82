// The session asks the model for its preference where the compiled router is unsure, and only where that costs nobody a wait.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openGround } from '../../source/composing/ground.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const by = { weight: 0.5, shift: 0 }

/** A message near the shipped router's border, whichever it is. */
function unsureMessage(): string {
  const home = homePaths(temporaryFolder('border'), {})
  const { router, tools, borderPairs } = openGround({
    program: findProgram(),
    home,
    systemText: undefined,
    modelId: () => '',
  })
  const allowed = new Set(tools.enabled.map((entry) => entry.name))
  const distance = (message: string) => {
    const { border, candidates } = router.route(message, allowed)
    // With others in sight the person would be asked which one.
    const isAlone = (candidates[1]?.score ?? 0) < 0.05
    return border === undefined || !isAlone ? 99 : Math.abs(border.logOdds - border.threshold)
  }
  const [nearest] = borderPairs
    .map(({ request }) => `${request} if you please`)
    .sort((a, b) => distance(a) - distance(b))
  assert.ok(nearest !== undefined && distance(nearest) < 2.5, `the nearest one is ${nearest}`)
  return nearest
}

describe('where the router is unsure', () => {
  const message = unsureMessage()
  const ask = async (preference: number, interactive = false, weight: typeof by | null = by) => {
    const engine = createFakeEngine({ preferences: { [message]: preference }, calls: { [message]: '{}' } })
    const opened = await openTestSession({
      interactive,
      engine: async () => ({ type: 'ready', engine, answers: 'auto', preference: weight ?? undefined }),
    })
    await opened.session.submit(message)
    const route = opened.events.find((event) => event.type === 'route')
    await opened.session.submit('/why')
    const why = opened.events.find((event) => event.type === 'command')
    await opened.done()
    return { route, why: why?.type === 'command' ? why.text : '' }
  }

  test('a strong preference decides in a script, and /why says so', async () => {
    const [yes, no] = [await ask(20), await ask(-20)]
    assert.notEqual(yes.route?.type === 'route' && yes.route.tool, null)
    assert.equal(no.route?.type === 'route' ? no.route.tool : 'nothing', null)
    assert.match(yes.why, /asked {6}the model, which leans to \w+ \(20\.0\)/)
    assert.match(no.why, /leans to no tool \(20\.0\)/)
  })

  test('a person at the terminal does not wait for a state that is not there', async () => {
    assert.doesNotMatch((await ask(20, true)).why, /asked {6}the model/)
  })

  test('a model without a useful preference is not asked', async () => {
    assert.doesNotMatch((await ask(20, false, null)).why, /asked {6}the model/)
  })
})
