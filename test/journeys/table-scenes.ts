// A journey about the folder as tables: listed, asked and changed by the person.
import type { Scene } from './run-journey.ts'

export const TABLE_SCENES: { readonly [name: string]: Scene } = {
  tables: {
    title: 'files are listed as tables, asked and changed with SQL, and a dry run only shows the change',
    flags: { approve: 'write' },
    files: {
      'broken.json': '{"name": "boat",\n',
      'timesheet.csv':
        'date,client,hours,billed\n2026-03-02,Kessler & Sohn,3.50,yes\n2026-03-03,Café Ole,2.00,no\n2026-03-05,Kessler & Sohn,0.75,no\n',
      'todo.md': '# To do\n\n- [ ] Call the dentist\n- [x] Water the plants\n- [ ] Send the invoices\n',
    },
  },
}
