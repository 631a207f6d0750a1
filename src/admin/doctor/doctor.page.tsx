import { Cited } from '../../platform/pages/cited.js';
import { capitalized } from '../../platform/pages/words.js';
import type { Administrator } from '../shell/access/administrator.js';
import { renderConsole } from '../shell/console/console-frame.js';
import { Table } from '../shell/console/list.js';
import { State } from '../shell/console/state.js';
import type { CheckView } from './check.view.js';

interface DoctorProps {
  readonly by: Administrator;
  readonly checks: readonly CheckView[];
}

/** What should be changed comes first. */
const ORDER: readonly CheckView['result'][] = ['problem', 'warning', 'ok'];

export function doctorPage({ by, checks }: DoctorProps): string {
  const sorted = ORDER.flatMap((result) => checks.filter((check) => check.result === result));
  return renderConsole({
    title: 'Doctor',
    section: 'doctor',
    by,
    children: (
      <>
        <p class="lead">Checks that find what should be changed, as seen from this node just now.</p>
        <Table
          caption="Checks"
          isDense
          rows={sorted}
          keyOf={({ name }) => name}
          columns={[
            { name: 'Check', cell: ({ name }) => capitalized(name) },
            { name: 'Result', cell: ({ result }) => <State of={result} /> },
            { name: 'Details', isProse: true, cell: ({ detail }) => <Cited text={detail} /> },
            { name: 'What to do', isProse: true, cell: ({ advice }) => <Cited text={advice ?? ''} /> },
          ]}
        />
      </>
    ),
  });
}
