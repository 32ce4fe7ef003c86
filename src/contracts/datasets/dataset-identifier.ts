import { Type } from 'typebox';

/** The path parameter naming a dataset where its name will do. */
export const DatasetIdentifierParam = Type.String({
  minLength: 1,
  description: 'Global ID or name of the dataset, percent-encoded.',
  examples: ['refund questions'],
});
export const DatasetIdentifierParams = Type.Object({ dataset_identifier: DatasetIdentifierParam });
