// A session with something on every page, markup in all that a person, a model or a tool can say, and a call that can be asked about.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addFileWrite } from '../helpers/file-write.ts'
import { copyWorkspace } from '../helpers/open-session.ts'
import { openPage } from './open-page.ts'

export const MARKUP =
  '<img src=x onerror="window.hit=this"><script>window.hit=this</script><svg onload="window.hit=this"></svg>'
export const CALL = `/call file_write ${JSON.stringify({ path: 'plan.txt', content: MARKUP })}`

/** Opens it; `session.submit(CALL)` asks for an approval. */
export async function openScene() {
  const workspace = copyWorkspace()
  const share = (value: number) => ({ share: value, of: 40, low: 0, high: 1 })
  const run = (score: number, right: number) => ({
    model: 'fake-model',
    part: 'accept',
    report: {
      score,
      cases: 40,
      endToEnd: share(right / 40),
      rightTool: share((right + 2) / 40),
      rightArguments: share(0.9),
      noTool: share(0.97),
      faithful: share(0.99),
      callMs: { p50: 271, p95: 500, of: 40 },
    },
    results: Array.from({ length: 40 }, (_, at) => ({
      id: `case ${at} ${at === 0 ? MARKUP : ''}`,
      rightTool: at < right,
      rightArguments: at < right,
    })),
  })
  writeFileSync(join(workspace, 'run-before.json'), JSON.stringify(run(81.2, 28)))
  writeFileSync(join(workspace, 'run-after.json'), JSON.stringify(run(90.4, 37)))
  writeFileSync(join(workspace, 'markup.txt'), `${MARKUP}\n`)
  const answers = { 'What is new?': `Not much: ${MARKUP}` }
  const page = await openPage({ workspace, script: { answers } })
  addFileWrite(page.session)
  const { entries } = page.session.ground.tools
  const optimized = join(page.home, 'tools', 'optimized')
  mkdirSync(optimized, { recursive: true })
  const rows = entries.slice(0, 4).map(({ name, contentHash }, at) => [
    name,
    {
      contentHash,
      oneLiner: at === 0 ? MARKUP : `shorter words ${at}`,
      stateTokens: { before: 410, after: 260 },
      tried: {
        shots: {
          kept: true,
          reason: 'three examples do',
          before: { right: 8, cases: 9 },
          after: { right: 9, cases: 9 },
        },
      },
    },
  ])
  writeFileSync(join(optimized, 'fake-model.json'), JSON.stringify({ tools: Object.fromEntries(rows) }))
  const memory = await page.session.ports.services.memory?.open()
  memory?.store({ text: MARKUP, kind: 'fact', tags: [MARKUP] })
  memory?.store({ text: 'The garage code is 4711', kind: 'fact' })
  for (const line of [
    'What is new?',
    `//${MARKUP}`,
    '/call calculator_compute {"expression": "17*23"}',
    '/call file_read {"path": "markup.txt"}',
    `/states save evening ${MARKUP}`,
    '/tools pin file_read',
    '/status',
  ])
    await page.session.submit(line)
  return page
}
