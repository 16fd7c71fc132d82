#!/usr/bin/env node
// Answers --version itself, finds a Node that is new enough, and hands over to the built program. Plain JavaScript for old Nodes.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const arguments_ = process.argv.slice(2)

if (arguments_.length === 1 && (arguments_[0] === '--version' || arguments_[0] === '-V')) {
  console.log(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version)
} else if (Number(process.versions.node.split('.')[0]) >= 24) {
  const built = new URL('dist/source/cli.js', root)
  if (!existsSync(built)) fail('The program is not built yet; run `npm run build` in its folder.')
  // Compiled code beside its source (where that folder cannot be written, nothing happens), so that the next start need not compile it.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache(fileURLToPath(new URL('dist/compiled', root)))
  await import(built.href)
} else {
  const own = fileURLToPath(
    new URL(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, root),
  )
  if (!existsSync(own)) fail(`ethervox needs Node 24 or newer; this is ${process.versions.node}.`)
  const child = spawnSync(own, [fileURLToPath(import.meta.url), ...arguments_], { stdio: 'inherit' })
  if (child.signal) process.kill(process.pid, child.signal)
  process.exit(child.status ?? 1)
}

function fail(sentence) {
  console.error(sentence)
  process.exit(2)
}
