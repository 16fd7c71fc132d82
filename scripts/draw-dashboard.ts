// Draws the dashboard for the docs: the built program with a real model, in a real browser without a window.
// `node scripts/draw-dashboard.ts [MODEL [FLAGS …]]` writes docs/dashboard-*.webp. ETHERVOX_MODELS names the models' folder, ETHERVOX_CHROMIUM a
// browser that is not on the path; ETHERVOX_HOME a home with saved states, where one is to be used.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { findChromium, openBrowser, until as untilIn } from '../test/helpers/browser.ts'

const PATIENCE_MS = 600_000
const QUALITY = 82
const WIDE = { width: 1180, height: 760 }
const PHONE = { width: 390, height: 780 }
/** Sent one after the other; a call that asks is allowed. */
const SAID = [
  'what is 18% of 349?',
  'remember that the garage code is 4471',
  'remind me to call the dentist tomorrow at 10',
  'what reminders do I have?',
]
/** Asks while the first picture is taken. */
const ASKS = 'stop reminding me about the dentist'
const PICTURES = [
  ['live', 'light', WIDE],
  ['tools', 'dark', WIDE],
  ['router', 'light', WIDE],
  ['memory', 'light', PHONE],
  ['live', 'dark', PHONE],
] as const

const TURNS = "document.querySelectorAll('.answer').length"
const STANDING = "document.getElementById('standing').textContent"
const IDLE = `${STANDING}.endsWith('idle')`

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const browser = findChromium()
if (process.env.ETHERVOX_MODELS === undefined || browser === undefined) {
  console.error(
    'Set `ETHERVOX_MODELS`, and `ETHERVOX_CHROMIUM` if no Chromium is installed; the top of this file says what they name.',
  )
  process.exit(2)
}
const work = mkdtempSync(join(tmpdir(), 'ethervox-draw-'))
try {
  const [model = 'qwen2.5-coder-0.5b-instruct-q4_k_m', ...flags] = process.argv.slice(2)
  await draw(['--model', model, ...flags], browser)
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function draw(flags: readonly string[], executablePath: string): Promise<void> {
  const program = spawn(
    process.execPath,
    [join(root, 'bin/ethervox.js'), 'dashboard', ...flags, '--temperature', '0', '--seed', '1'],
    {
      cwd: makeWorkspace(join(work, 'harbour')),
      env: { ETHERVOX_HOME: join(work, 'home'), ...process.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const window = await openBrowser(executablePath)
  try {
    const [line] = (await once(program.stdout, 'data')) as [Buffer]
    const page = await window.newPage()
    await page.goto(line.toString().trim())
    await until(page, `${STANDING}.includes('level') && !/loading|no model/.test(${STANDING}) && ${IDLE}`)
    for (const text of SAID) await say(page, text)
    await takeAll(page)
  } finally {
    await window.close()
    program.kill('SIGTERM')
    await once(program, 'exit')
  }
}

async function takeAll(page: Page): Promise<void> {
  for (const [name, colorScheme, size] of PICTURES) {
    if (name === 'live' && size === WIDE) await ask(page)
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(`location.hash = '#${name}'`)
    await until(page, `document.querySelector('nav [aria-current]')?.hash === '#${name}'`)
    await until(page, "!document.querySelector('main').textContent.includes('Loading…')")
    if (name === 'router') await askRouter(page)
    // The ring around the title is for those who came by keyboard. What is drawn settles, and what was said aloud is gone.
    await page.evaluate('document.activeElement?.blur()')
    await until(page, "document.getElementById('said').textContent === ''")
    await wait(500)
    await take(page, `dashboard-${name}-${colorScheme}${size === PHONE ? '-phone' : ''}.webp`)
    if (name === 'live' && size === WIDE) await allow(page)
  }
}

async function take(page: Page, name: string): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  const { data } = await tools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  const picture = Buffer.from(data, 'base64')
  writeFileSync(join(root, 'docs', name), picture)
  console.log(`${name}: ${Math.round(picture.length / 1000)} KB`)
}

/** Sends a message and waits until its turn is over; a call that asks is allowed. */
async function say(page: Page, text: string): Promise<void> {
  const before = await page.evaluate<number>(TURNS)
  await send(page, text)
  await until(page, `${TURNS} > ${before} && (${IDLE} || document.querySelector('.pending') !== null)`)
  if (await page.evaluate<boolean>("document.querySelector('.pending') !== null")) await allow(page)
  await until(page, IDLE)
}

async function ask(page: Page): Promise<void> {
  await send(page, ASKS)
  await until(page, "document.querySelector('.pending') !== null")
}

async function allow(page: Page): Promise<void> {
  // What has just come cannot be allowed at once.
  await wait(1_000)
  await page.evaluate(
    "[...document.querySelectorAll('.pending button')].find((one) => one.textContent === 'Allow once').click()",
  )
  await until(page, "document.querySelector('.pending') === null")
}

async function send(page: Page, text: string): Promise<void> {
  await page.evaluate(
    `document.getElementById('draft').value = ${JSON.stringify(text)}; document.getElementById('draft').form.requestSubmit()`,
  )
}

async function askRouter(page: Page): Promise<void> {
  await page.evaluate(
    "document.querySelector('main input').value = 'how many grams is a pound?'; document.querySelector('main form').requestSubmit()",
  )
  await until(page, "document.querySelector('main figure') !== null")
}

function until(page: Page, wanted: string): Promise<void> {
  return untilIn(page, wanted, PATIENCE_MS)
}

function makeWorkspace(folder: string): string {
  mkdirSync(folder)
  writeFileSync(join(folder, 'config.yaml'), 'name: harbour\nport: 8142\nberths: 37\n')
  writeFileSync(join(folder, 'harbour.md'), '# Harbour\n\nThirty-seven berths, open from May to October.\n')
  return folder
}
