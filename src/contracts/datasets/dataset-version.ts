import { Type, type Static } from 'typebox';
import { pageOf } from '../wire/pagination.ts';
import { CursorParam, globalId, isoTime, limitParam, nullable } from '../wire/schema-parts.ts';

/** Null of versions that were made before it was counted. */
const examples = (description: string) =>
  nullable(Type.Integer({ minimum: 0 }), { description: `${description} Null of old versions.` });

/** Who made a version. */
export const versionMaker = {
  user_id: nullable(Type.String(), {
    description: 'Global ID of who made it; null without authentication.',
  }),
  user_name: nullable(Type.String(), {
    description: 'Their name; null without authentication, and of a user who is gone.',
  }),
};

export const DatasetVersion = Type.Object(
  {
    version_id: globalId('Global ID of the version.', 'RGF0YXNldFZlcnNpb246MQ=='),
    description: nullable(Type.String(), {
      description: 'The description of the changes, or null.',
    }),
    metadata: Type.Record(Type.String(), Type.Unknown(), { description: 'Custom metadata.' }),
    created_at: isoTime('When it was made.'),
    num_created_examples: examples('Examples it added, or brought back.'),
    num_updated_examples: examples('Examples to which it gave other content.'),
    num_deleted_examples: examples('Examples it removed.'),
    ...versionMaker,
  },
  { title: 'DatasetVersion' },
);
export type DatasetVersion = Static<typeof DatasetVersion>;
export const DatasetVersionPage = pageOf(DatasetVersion);
export const DatasetVersionListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(10)),
});

/** The query parameter of everything that reads a version. */
export const VersionParam = Type.String({
  maxLength: 128,
  description: 'Global ID of a version of the dataset; the newest one unless given.',
  examples: ['RGF0YXNldFZlcnNpb246MQ=='],
});
