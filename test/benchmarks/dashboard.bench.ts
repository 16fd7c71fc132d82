// `node test/benchmarks/dashboard.bench.ts`: the dashboard in a real browser, with times. ETHERVOX_CHROMIUM is its program, where it is not
// found by itself; ETHERVOX_PICTURES a folder for pictures. What is not given is skipped, and said. Ends with 1 when something is wrong.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { CALL, openScene } from '../dashboard/browser-scene.ts'
import { examine, findChromium, openBrowser, tabTo, until } from '../helpers/browser.ts'

const PAGES = [
  ['live', 'Live session'],
  ['tools', 'Tools'],
  ['index', 'Index'],
  ['router', 'Router'],
  ['lanes', 'Lanes'],
  ['states', 'States and disk'],
  ['memory', 'Memory'],
  ['runs', 'Evaluation'],
  ['optimizer', 'Optimizer'],
  ['analytics', 'Analytics'],
  ['settings', 'Settings'],
  ['doctor', 'Doctor'],
] as const
const LOOKS = [
  ['light', 1280, 800],
  ['dark', 1280, 800],
  ['light', 390, 844],
  ['dark', 390, 844],
] as const
const { ETHERVOX_PICTURES: pictures } = process.env
const program = findChromium()

const faults: string[] = []
if (program === undefined)
  console.log(
    'Skipped, all of it: no Chromium is installed; ETHERVOX_CHROMIUM may name one that is elsewhere.',
  )
else await look(program).catch((error: unknown) => faults.push(String(error)))
for (const fault of faults) console.error(`fault: ${fault}`)
process.exitCode = faults.length === 0 ? 0 : 1

async function look(executablePath: string): Promise<void> {
  const scene = await openScene()
  const browser = await openBrowser(executablePath)
  const page = await browser.newPage()
  const asked: string[] = []
  let isGone = false
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning'
    // A browser tells of every try to come back to a session that is gone.
    if (isBad && !isGone) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`))
  await measureFirstLoad(page, await scene.shelf.open())
  await lookAtPages(page, scene.own)
  await goByKeys(page, scene)
  await follow(page, scene, () => {
    isGone = true
  })
  const foreign = asked.filter((url) => !url.startsWith(`${scene.own}/`))
  check(foreign.length === 0, `asked elsewhere: ${foreign.join(' ')}`)
  check((await page.evaluate<unknown>('window.hit')) === undefined, 'markup was run')
  console.log(`${asked.length} requests, none elsewhere`)
  await browser.close()
  await scene.done()
}

async function measureFirstLoad(page: Page, address: string): Promise<void> {
  const startedAt = performance.now()
  await page.goto(address)
  await until(page, "document.querySelectorAll('.turns > li').length > 3")
  const ms = performance.now() - startedAt
  const bytes = await page.evaluate<number>(
    "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].reduce((sum, one) => sum + one.transferSize, 0)",
  )
  check(!(await page.evaluate<string>('location.href')).includes('token'), 'the token stays in the address')
  check((await page.evaluate<string>('document.cookie')) === '', 'scripts can read the cookie')
  check(bytes <= 300_000, `the first load has ${bytes} bytes`)
  console.log(`first load: ${bytes} bytes, conversation shown after ${ms.toFixed(0)} ms`)
}

async function lookAtPages(page: Page, own: string): Promise<void> {
  if (pictures === undefined) console.log('Skipped: pictures; ETHERVOX_PICTURES has to name a folder.')
  else mkdirSync(pictures, { recursive: true })
  const opened: number[] = []
  for (const [colorScheme, width, height] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    for (const [name, title] of PAGES) {
      const startedAt = performance.now()
      await page.evaluate(`location.hash = '#${name}'`)
      await until(
        page,
        `document.querySelector('h1')?.textContent === ${JSON.stringify(title)} && !document.querySelector('main').textContent.includes('Loading…')`,
      )
      if (name !== 'doctor') opened.push(performance.now() - startedAt)
      if (name === 'router') await askRouter(page)
      if (name === 'runs') await compareRuns(page)
      const at = `${name} ${colorScheme} ${width}`
      const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      check(over <= 0, `${at}: ${over} pixels too wide`)
      check(
        (await page.evaluate<number>("document.querySelectorAll('main img, main script').length")) === 0,
        `${at}: markup`,
      )
      for (const { id, impact, nodes } of await examine(page))
        check(false, `${at}: axe ${impact} ${id}: ${nodes.slice(0, 3).join(' | ')}`)
      if (pictures !== undefined)
        await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`) })
    }
  }
  const sorted = opened.sort((one, other) => one - other)
  console.log(
    `${opened.length} pages opened at ${own}: half within ${sorted[sorted.length >> 1]?.toFixed(0)} ms, all within ${sorted.at(-1)?.toFixed(0)} ms`,
  )
}

async function askRouter(page: Page): Promise<void> {
  await page.evaluate(
    "document.querySelector('main input').value = 'what is 17 times 23?'; document.querySelector('main form').requestSubmit()",
  )
  await until(page, "document.querySelector('main figure') !== null")
}

async function compareRuns(page: Page): Promise<void> {
  await page.evaluate(
    "document.querySelector('[data-key=before]').value = 'run-before.json'; document.querySelector('[data-key=after]').value = 'run-after.json'; document.querySelector('main form').requestSubmit()",
  )
  await until(page, "document.querySelector('main').textContent.includes('probability of chance')")
}

/** A message, an approval and a switch without a pointer. */
async function goByKeys(page: Page, { session }: Awaited<ReturnType<typeof openScene>>): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate("location.hash = '#live'")
  await until(page, "document.activeElement?.tagName === 'H1'")
  await tabTo(page, "document.activeElement?.id === 'draft'")
  await page.keyboard.type('What is new?')
  const startedAt = performance.now()
  const before = await page.evaluate<number>("document.querySelectorAll('.answer').length")
  await page.keyboard.press('Enter')
  await until(
    page,
    `document.querySelectorAll('.answer').length > ${before} && [...document.querySelectorAll('.answer')].at(-1).textContent.startsWith('Not much: <img')`,
  )
  console.log(
    `a message sent and answered (by a fake engine): ${(performance.now() - startedAt).toFixed(0)} ms`,
  )
  const running = session.submit(CALL)
  await until(page, "document.querySelector('.pending') !== null")
  check(
    (await page.evaluate<string>("document.getElementById('said').textContent")).includes(
      'waits for your decision',
    ),
    'an approval is not said',
  )
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'approval.png') })
  await page.keyboard.press('Enter')
  check(session.view.pending !== undefined, 'Enter alone allowed a call')
  await tabTo(page, "document.activeElement?.textContent === 'Refuse'")
  await page.keyboard.press('Enter')
  await running
  await until(page, "document.querySelector('.pending') === null")
  await page.evaluate("location.hash = '#tools'")
  await until(
    page,
    "document.activeElement?.tagName === 'H1' && document.querySelector('main table') !== null",
  )
  await tabTo(page, "document.activeElement?.dataset.key?.startsWith('Disable ')")
  const name = await page.evaluate<string>("document.activeElement.dataset.key.slice('Disable '.length)")
  await page.keyboard.press('Enter')
  await until(
    page,
    `[...document.querySelectorAll('[data-key]')].some((one) => one.dataset.key === 'Enable ${name}')`,
  )
  check(!session.role.tools.isEnabled(name), `${name} is still on`)
}

/** What is said elsewhere is shown, once; that the session is gone is said. */
async function follow(
  page: Page,
  { session, shelf }: Awaited<ReturnType<typeof openScene>>,
  onGone: () => void,
): Promise<void> {
  await page.evaluate("location.hash = '#live'")
  const count = "document.querySelectorAll('.turns > li').length"
  const before = await page.evaluate<number>(count)
  await session.submit('What is new?')
  await until(page, `${count} === ${before + 1}`)
  onGone()
  await shelf.close()
  await until(page, "!document.getElementById('lost').hidden")
  console.log('the page says that the session is gone')
}

function check(isRight: boolean, fault: string): void {
  if (!isRight) faults.push(fault)
}
