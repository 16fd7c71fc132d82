// Dates that lie before, behind and between dates. What is read as a date: source/toolkit/read-date.ts; the sums: reckon.ts.
import { defineTool } from '../../source/contracts/tool.ts'
import { AMOUNT_CUE, CUES, TO_CUE } from './cues.ts'
import { type Operation, type Reckoned, reckon } from './reckon.ts'

type Arguments = {
  readonly operation: Operation
  readonly date: string
  readonly to?: string
  readonly amount?: string
}

export default defineTool<Arguments, Reckoned>({
  name: 'date_compute',
  description: 'Count the time between dates, add to a date, or say on which one something falls',
  parameters: {
    type: 'object',
    properties: {
      operation: {
        type: 'string',
        enum: ['days_until', 'days_since', 'days_between', 'add', 'subtract', 'weekday_of', 'date_of'],
        'x-cues': CUES,
        'x-keeps': '',
        description:
          'days_until: from today to date; days_since: from date to today; days_between: from date to to; add, subtract: amount to date',
      },
      date: {
        type: 'string',
        'x-from': 'message',
        'x-or': ['today'],
        'x-ask': 'Which date?',
        description: 'the date in the words of the user, or today',
      },
      to: { type: 'string', 'x-from': 'message', 'x-when': TO_CUE, description: 'the second date' },
      amount: {
        type: 'string',
        'x-from': 'message',
        'x-named': AMOUNT_CUE,
        'x-when': AMOUNT_CUE,
        'x-keeps': 'unit',
        description: 'how much to add or subtract',
      },
    },
    required: ['operation', 'date'],
  },
  risk: 'read',
  run: (args, { clock }) => reckon(args, clock),
  say({ sentence, key }) {
    return { sentence, key: key.map((texts) => [...texts]) }
  },
})
