// An MCP server over stdio that lists the tools of the JSON file in its first argument and answers each call with its name.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

type Wire = { readonly [key: string]: unknown }

const tools: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as Wire
  if (id === undefined) return
  const answers: { readonly [method: string]: () => Wire } = {
    initialize: () => ({
      protocolVersion: (params as Wire).protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'catalogue', version: '1' },
    }),
    'tools/list': () => ({ tools }),
    'tools/call': () => ({
      content: [{ type: 'text', text: `${String((params as Wire).name)} was called.` }],
    }),
  }
  const result = answers[String(method)]?.()
  const error = { code: -32601, message: `no ${String(method)}` }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) })}\n`)
})
