// A conversation's file of two turns with a gap between, as the program writes it.

/** Its text; `message` is the first one. */
export function sampleText(message = 'hello'): string {
  const at = (minute: number, second = 0) => `2026-03-12T10:${minute}:${String(second).padStart(2, '0')}.000Z`
  const lines = [
    {
      type: 'session',
      format: 1,
      id: 'a',
      started: at(24, 30),
      model: 'fake-model',
      workspace: '/w',
      version: '0.1.0',
    },
    { type: 'turn.started', time: at(24, 30), turn: 1, text: message, origin: 'message' },
    { type: 'answer', time: at(24, 31), turn: 1, text: 'Hello!', status: 'success', source: 'model' },
    { type: 'turn.finished', time: at(24, 31), turn: 1, status: 'success' },
    { type: 'secret' },
    { type: 'turn.started', time: at(25), turn: 3, text: 'read a.txt', origin: 'message' },
    {
      type: 'tool.called',
      time: at(25),
      turn: 3,
      call: '3.1',
      name: 'file_read',
      arguments: { path: 'a.txt' },
    },
    {
      type: 'tool.called',
      time: at(25),
      turn: 3,
      call: '3.1',
      name: 'file_read',
      arguments: { path: 'b.txt' },
    },
    {
      type: 'approval',
      time: at(25),
      turn: 3,
      call: '3.1',
      tool: 'file_read',
      arguments: { path: 'b.txt' },
      decision: 'once',
      by: 'person',
      reason: 'allowed by you',
    },
    {
      type: 'tool.finished',
      time: at(25),
      turn: 3,
      call: '3.1',
      name: 'file_read',
      ok: true,
      say: 'b.txt:\nyes',
    },
    { type: 'answer', time: at(25), turn: 3, text: 'It says yes.', status: 'success', source: 'model' },
    {
      type: 'turn.left',
      time: at(25),
      turn: 3,
      calls: [{ message: 'read a.txt', tool: 'file_read', arguments: { path: 'b.txt' }, shows: ['yes'] }],
    },
    { type: 'renamed', time: at(26), name: 'the boat' },
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
