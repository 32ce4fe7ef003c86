import { useEngine } from '#server/stores/meta/open-test-meta.ts';
import { openPostgresMeta } from './open-postgres-meta.ts';

// The tests of this project have their metadata in PostgreSQL.
useEngine('postgres', openPostgresMeta);
