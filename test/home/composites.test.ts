// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the places of composites look like those of templates
// Composites in a session: tools like any, each step asked about, those of a workspace only once they were seen.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCommands } from '../helpers/open-commands.ts'
import { copyWorkspace, type OpenOptions, temporaryFolder } from '../helpers/open-session.ts'

const COPY = `title: Copy a file
description: Reads a file and writes what it has into another one
version: "1.2"
parameters:
  from: { type: string, description: the file, from: message }
  to: { type: string, description: the new file, from: message }
examples:
  - make a duplicate of notes.txt as copy.txt
steps:
  - id: read
    tool: file_read
    arguments: { path: "\${args.from}" }
  - id: write
    tool: file_write
    arguments: { path: "\${args.to}", content: "\${read.text}" }
say: "\${args.from} stands in \${args.to} too."
`

async function opened(
  files: { readonly home?: { [name: string]: string }; readonly workspace?: { [name: string]: string } },
  options: OpenOptions = {},
) {
  const home = temporaryFolder('home')
  const workspace = copyWorkspace()
  const write = (folder: string, given: { [name: string]: string } = {}) => {
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of Object.entries(given)) writeFileSync(join(folder, `${name}.yaml`), text)
  }
  write(join(home, 'composites'), files.home)
  write(join(workspace, '.ethervox', 'composites'), files.workspace)
  const opened = await openCommands({ ...options, home, workspace })
  const happened = () =>
    opened.events.flatMap((event) => {
      if (event.type === 'tool.called') return [`called ${event.call} ${event.name}`]
      if (event.type === 'approval') return [`${event.decision} ${event.call}`]
      return event.type === 'tool.finished' ? [`${event.ok ? 'well' : event.error?.code} ${event.call}`] : []
    })
  const answer = () => {
    const last = opened.events.findLast((event) => event.type === 'answer')
    return last?.type === 'answer' ? last : undefined
  }
  return {
    ...opened,
    ...{ workspace, happened, answer },
    done: async () => {
      await opened.done()
      for (const folder of [home, workspace]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('a composite is a tool: listed with the risk of its steps, found by the router, run step by step', async () => {
  const { run, session, happened, answer, workspace, done } = await opened(
    { home: { duplicate: COPY } },
    { flags: { approve: 'write' } },
  )
  assert.match((await run('/tools')).text, /composites\n {2}on {3}duplicate .*Copy a file/)
  assert.equal((await run('/composite')).text, 'used         duplicate  home, write, 2 steps')
  assert.match(
    (await run('/composite check duplicate')).text,
    /is well: `duplicate` \(write\) with 2 steps and 0 tests\.$/,
  )
  assert.match((await run('/tools info duplicate')).text, /^version 1\.2\.0$/m)
  const { router, tools } = session.ground
  const allowed = new Set(tools.enabled.map(({ name }) => name))
  assert.equal(router.route('make a duplicate of notes.txt as copy.txt', allowed).tool, 'duplicate')
  await session.submit('/call duplicate {"from": "notes.txt", "to": "copy.txt"}')
  assert.deepEqual(happened(), [
    'called 1.1 duplicate',
    'policy 1.1',
    'called 1.1.read file_read',
    'policy 1.1.read',
    'well 1.1.read',
    'called 1.1.write file_write',
    'policy 1.1.write',
    'well 1.1.write',
    'well 1.1',
  ])
  assert.match(answer()?.text ?? '', /^notes\.txt stands in copy\.txt too\./)
  assert.equal(
    readFileSync(join(workspace, 'copy.txt'), 'utf8').trim(),
    readFileSync(join(workspace, 'notes.txt'), 'utf8').trim(),
  )
  await done()
})

test('a step that is not allowed is not run, whoever calls the composite', async () => {
  const { session, happened, answer, workspace, done } = await opened(
    { home: { duplicate: COPY } },
    { flags: { approve: 'read' } },
  )
  await session.submit('/call duplicate {"from": "notes.txt", "to": "copy.txt"}')
  assert.deepEqual(happened().slice(-4), [
    'called 1.1.write file_write',
    'denied 1.1.write',
    'denied 1.1.write',
    'step_failed 1.1',
  ])
  assert.match(
    answer()?.text ?? '',
    /stopped at its step `write`: file_write was not run: .* Done before it: `read`\./,
  )
  assert.equal(existsSync(join(workspace, 'copy.txt')), false)
  await done()
})

test('in a terminal each step is asked about on its own, and a no ends the turn as one', async () => {
  const { session, answer, workspace, done } = await opened(
    { home: { duplicate: COPY } },
    { interactive: true },
  )
  const asked: string[] = []
  session.subscribe(() => {
    const { pending } = session.view
    if (pending === undefined || asked.includes(pending.call)) return
    asked.push(pending.call)
    queueMicrotask(() => session.decide(pending.call, { decision: 'denied' }))
  })
  await session.submit('/call duplicate {"from": "notes.txt", "to": "copy.txt"}')
  assert.deepEqual(asked, ['1.1.write'])
  assert.equal(answer()?.status, 'user_denied')
  assert.equal(existsSync(join(workspace, 'copy.txt')), false)
  await done()
})

test('a dry run tells the first step that would change something and runs none', async () => {
  const { session, answer, workspace, done } = await opened(
    { home: { duplicate: COPY } },
    { flags: { approve: 'all', dryRun: true } },
  )
  await session.submit('/call duplicate {"from": "notes.txt", "to": "copy.txt"}')
  assert.match(answer()?.text ?? '', /step `write`: dry run: file_write was not run; it would run with/)
  assert.equal(existsSync(join(workspace, 'copy.txt')), false)
  await done()
})

test('a tool that is off fails the step that needs it', async () => {
  const { run, session, answer, done } = await opened({ home: { duplicate: COPY } })
  await run('/tools disable file_read')
  await session.submit('/call duplicate {"from": "notes.txt", "to": "copy.txt"}')
  assert.match(answer()?.text ?? '', /step `read`: There is no enabled tool `file_read`\./)
  await done()
})

test('a composite of a workspace is used once it was seen, and a changed one is another', async () => {
  const { run, session, workspace, notices, done } = await opened({ workspace: { duplicate: COPY } })
  assert.match(
    notices('ground').join(),
    /Composites of this workspace are not used.*`duplicate`; `\/composite trust duplicate`/,
  )
  await session.submit('/call duplicate {"from": "notes.txt", "to": "copy.txt"}')
  assert.equal(session.ground.tools.has('duplicate'), false)
  const shown = await run('/composite trust duplicate')
  assert.match(shown.text, /tool: file_write/)
  const hash = /trust duplicate ([0-9a-f]{12})/.exec(shown.text)?.[1]
  assert.equal((await run('/composite trust duplicate 000000000000')).ok, false)
  assert.equal(session.ground.tools.has('duplicate'), false)
  assert.equal((await run(`/composite trust duplicate ${hash}`)).ok, true)
  assert.equal(session.ground.tools.has('duplicate'), true)
  writeFileSync(join(workspace, '.ethervox', 'composites', 'duplicate.yaml'), `${COPY}# other\n`)
  assert.match((await run('/composite')).text, /^not trusted +duplicate/)
  await done()
})

test('no file of a workspace is parsed before it was asked about or is trusted', async () => {
  const odd = 'parameters:\n  p: { type: string, description: p, pattern: "^[", default: a }\n'
  const { run, notices, session, done } = await opened({
    home: { duplicate: COPY },
    workspace: {
      around: 'title: t\nsteps: &x\n  - arguments: *x\n',
      odd: COPY.replace('parameters:\n', odd),
    },
  })
  assert.doesNotMatch(notices('ground').join(), /line \d/)
  assert.equal(session.ground.tools.has('duplicate'), true)
  assert.match(
    (await run('/composite')).text,
    /not trusted {2}around +workspace\nnot trusted {2}odd +workspace\n/,
  )
  assert.match((await run('/composite check around')).text, /an alias leads into itself/)
  assert.match((await run('/composite check odd')).text, /cannot be used/)
  const hash = /trust odd ([0-9a-f]{12})/.exec((await run('/composite trust odd')).text)?.[1]
  assert.match((await run(`/composite trust odd ${hash}`)).text, /cannot be used/)
  assert.match((await run('/composite')).text, /not trusted {2}odd/)
  await done()
})

test('what cannot be used is said and everything else works: faults, missing tools, other kinds of files', async () => {
  const { run, notices, home, session, done } = await opened({
    home: {
      duplicate: COPY,
      broken: 'title: x\n',
      unknown: COPY.replace('file_read', 'file_rede'),
      surplus: COPY.replace('path: "${args.from}"', 'path: "${args.from}", colour: red'),
      beside:
        'title: t\ndescription: d\nsteps:\n  - parallel:\n      - { id: a, tool: get_weather_forecast, arguments: { location: x } }\n      - { id: b, tool: file_write, arguments: { path: a, content: b } }\n',
      file_read: COPY,
      nested:
        'title: t\ndescription: d\nsteps: [{ id: a, tool: duplicate, arguments: { from: a, to: b } }]\n',
    },
  })
  mkdirSync(join(home, 'composites', 'folder.yaml'))
  const said = notices('ground').join('\n')
  assert.match(said, /broken\.yaml` line 1, column 1: .*description/)
  assert.match(said, /unknown\.yaml` line 11, column 11: there is no tool `file_rede`/)
  assert.match(said, /surplus\.yaml` line 12, column 16: `file_read` takes no `colour`/)
  assert.match(said, /beside\.yaml` line 5, column 24: side by side stands only what reads/)
  assert.match(
    said,
    /file_read\.yaml` is not used: there is a tool `file_read` already, in the group `files`; give the file/,
  )
  assert.match(said, /nested\.yaml` .*there is no tool `duplicate`/)
  assert.equal(session.ground.tools.has('duplicate'), true)
  assert.match((await run('/composite check unknown')).text, /there is no tool `file_rede`/)
  assert.match((await run('/composite check folder')).text, /no plain file/)
  assert.match((await run('/composite check duplicat')).text, /did you mean `duplicate`/)
  assert.match((await run('/composite dance')).text, /is not known/)
  await done()
})

test('/compose makes a tool of what was just done, which then does the same for other values', async () => {
  const message = 'show me what stands in the file notes.txt'
  const { run, session, home, answer, workspace, done } = await opened(
    {},
    { flags: { approve: 'write' }, script: { calls: { [message]: '{"path": "notes.txt"}' } } },
  )
  assert.match((await run('/compose last 1 twice')).text, /^No call went well/)
  await session.submit('/call file_read {"path": "notes.txt"}')
  const text = readFileSync(join(workspace, 'notes.txt'), 'utf8')
  const result = session.messages.calls.calls[0]?.result as { text: string }
  assert.ok(result.text.startsWith(text.slice(0, 20)))
  await session.submit(`/call file_write ${JSON.stringify({ path: 'other.txt', content: result.text })}`)
  assert.match((await run('/compose last 3 twice')).text, /^Only 2 calls went well/)
  assert.match((await run('/compose last 2 File-Copy')).text, /cannot be the name/)
  assert.match((await run('/compose last 2 file_read')).text, /There is a tool `file_read` already/)
  assert.match((await run('/compose 0 twice')).text, /is not known/)
  const made = await run('/compose last 2 twice')
  assert.equal(made.ok, true)
  assert.match(made.text, /content: \$\{file_read\.text\}/)
  assert.ok(existsSync(join(home, 'composites', 'twice.yaml')))
  assert.match((await run('/composite test twice')).text, /The test is passed\.$/)
  assert.match((await run('/compose last 2 twice')).text, /There is a composite `twice` already/)
  await session.submit('/call twice {"path": "todo.md", "path_2": "third.txt"}')
  assert.equal(answer()?.status, 'success')
  assert.equal(
    readFileSync(join(workspace, 'third.txt'), 'utf8').trim(),
    readFileSync(join(workspace, 'todo.md'), 'utf8').trim(),
  )
  assert.equal(session.messages.calls.calls.length, 5)
  session.clear()
  assert.match((await run('/compose last 1 again')).text, /^No call/)
  await done()
})

test('nothing is recorded of a secret stretch', async () => {
  const { run, session, home, done } = await opened({}, {})
  await session.submit('/secret on')
  await session.submit('/call file_read {"path": "notes.txt"}')
  assert.match((await run('/compose last 1 hidden')).text, /No call|Nothing is kept/)
  await session.submit('/secret off')
  assert.match((await run('/compose last 1 hidden')).text, /^No call/)
  assert.equal(existsSync(join(home, 'composites', 'hidden.yaml')), false)
  await done()
})

test('the example of the page is well, and its test is passed', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/composites.md'), 'utf8')
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? []
  const { run, done } = await opened({ home: { duplicate: example } })
  assert.match((await run('/composite check duplicate')).text, /is well: .* with 2 steps and 1 test\.$/)
  assert.match((await run('/composite test duplicate')).text, /The test is passed\.$/)
  await done()
})
