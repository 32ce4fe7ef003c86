TABLE alert_channels (
  id bigint NOT NULL IDENTITY,
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  enabled bigint NOT NULL,
  url text COLLATE "C",
  secret bytea,
  recipients text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  CONSTRAINT alert_channels_check CHECK (((kind = 'webhook'::text) = ((url IS NOT NULL) AND (secret IS NOT NULL)))),
  CONSTRAINT alert_channels_enabled_check CHECK ((enabled = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  CONSTRAINT alert_channels_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'mail'::text]))),
  CONSTRAINT alert_channels_name_key UNIQUE (name),
  CONSTRAINT alert_channels_pkey PRIMARY KEY (id),
  CONSTRAINT alert_channels_recipients_check CHECK (json_valid(recipients))
);

TABLE alert_deliveries (
  channel_id bigint NOT NULL,
  recipient text COLLATE "C" NOT NULL,
  attempted_at_ms bigint NOT NULL,
  error text COLLATE "C",
  delivered text COLLATE "C",
  delivered_at_ms bigint,
  CONSTRAINT alert_deliveries_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES alert_channels(id) ON DELETE CASCADE,
  CONSTRAINT alert_deliveries_check CHECK (((delivered IS NULL) = (delivered_at_ms IS NULL))),
  CONSTRAINT alert_deliveries_pkey PRIMARY KEY (channel_id, recipient)
);

TABLE alert_rules (
  kind text COLLATE "C" NOT NULL,
  enabled bigint NOT NULL,
  threshold double precision NOT NULL,
  updated_at_ms bigint NOT NULL,
  CONSTRAINT alert_rules_enabled_check CHECK ((enabled = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  CONSTRAINT alert_rules_kind_check CHECK ((kind = ANY (ARRAY['inactive'::text, 'error_rate'::text, 'unexpected_country'::text, 'expiring'::text]))),
  CONSTRAINT alert_rules_pkey PRIMARY KEY (kind),
  CONSTRAINT alert_rules_threshold_check CHECK ((threshold > (0)::double precision))
);

TABLE alerts (
  id bigint NOT NULL IDENTITY,
  kind text COLLATE "C" NOT NULL,
  key_id bigint NOT NULL,
  detail text COLLATE "C" NOT NULL,
  fired_at_ms bigint NOT NULL,
  resolved_at_ms bigint,
  CONSTRAINT alerts_pkey PRIMARY KEY (id)
);

TABLE annotation_configs (
  id bigint NOT NULL IDENTITY,
  name text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  description text COLLATE "C",
  settings text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  CONSTRAINT annotation_configs_name_key UNIQUE (name),
  CONSTRAINT annotation_configs_pkey PRIMARY KEY (id),
  CONSTRAINT annotation_configs_settings_check CHECK (json_valid(settings)),
  CONSTRAINT annotation_configs_type_check CHECK ((type = ANY (ARRAY['CATEGORICAL'::text, 'CONTINUOUS'::text, 'FREEFORM'::text])))
);

TABLE api_key_countries (
  key_id bigint NOT NULL,
  hour_ms bigint NOT NULL,
  country text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  CONSTRAINT api_key_countries_country_check CHECK ((length(country) = 2)),
  CONSTRAINT api_key_countries_pkey PRIMARY KEY (key_id, hour_ms, country)
);

TABLE api_key_usage (
  key_id bigint NOT NULL,
  hour_ms bigint NOT NULL,
  endpoint text COLLATE "C" NOT NULL,
  status_class bigint NOT NULL,
  requests bigint NOT NULL,
  spans bigint NOT NULL,
  bytes_in bigint NOT NULL,
  bytes_out bigint NOT NULL,
  CONSTRAINT api_key_usage_pkey PRIMARY KEY (key_id, hour_ms, endpoint, status_class),
  CONSTRAINT api_key_usage_status_class_check CHECK (((status_class >= 1) AND (status_class <= 5)))
);

TABLE api_keys (
  id bigint NOT NULL IDENTITY,
  kind text COLLATE "C" NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  last_four text COLLATE "C" NOT NULL,
  key_hash bytea NOT NULL,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C",
  user_id bigint,
  role text COLLATE "C",
  scopes text COLLATE "C" NOT NULL,
  project_ids text COLLATE "C",
  made_while_open bigint NOT NULL,
  created_by_user_id bigint,
  rotated_from_id bigint,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint,
  revoked_at_ms bigint,
  last_used_at_ms bigint,
  CONSTRAINT api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_keys_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'system'::text]))),
  CONSTRAINT api_keys_made_while_open_check CHECK ((made_while_open = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_project_ids_check CHECK (((project_ids IS NULL) OR json_valid(project_ids))),
  CONSTRAINT api_keys_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'MEMBER'::text, 'VIEWER'::text]))),
  CONSTRAINT api_keys_scopes_check CHECK (json_valid(scopes)),
  CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

TABLE app_clients (
  id bigint NOT NULL IDENTITY,
  client_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  redirect_uris text COLLATE "C" NOT NULL,
  can_refresh bigint NOT NULL,
  is_built_in bigint NOT NULL,
  address text COLLATE "C",
  created_at_ms bigint NOT NULL,
  approved_at_ms bigint,
  CONSTRAINT app_clients_can_refresh_check CHECK ((can_refresh = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  CONSTRAINT app_clients_client_id_key UNIQUE (client_id),
  CONSTRAINT app_clients_is_built_in_check CHECK ((is_built_in = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  CONSTRAINT app_clients_pkey PRIMARY KEY (id),
  CONSTRAINT app_clients_redirect_uris_check CHECK (json_valid(redirect_uris))
);

TABLE app_codes (
  code_hash bytea NOT NULL,
  app_client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  redirect_uri text COLLATE "C" NOT NULL,
  challenge text COLLATE "C" NOT NULL,
  scopes text COLLATE "C",
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  CONSTRAINT app_codes_app_client_id_fkey FOREIGN KEY (app_client_id) REFERENCES app_clients(id) ON DELETE CASCADE,
  CONSTRAINT app_codes_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  CONSTRAINT app_codes_pkey PRIMARY KEY (code_hash),
  CONSTRAINT app_codes_scopes_check CHECK (((scopes IS NULL) OR json_valid(scopes))),
  CONSTRAINT app_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

TABLE app_grants (
  id bigint NOT NULL IDENTITY,
  app_client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  scopes text COLLATE "C",
  code_hash bytea NOT NULL,
  access_hash bytea NOT NULL,
  access_scopes text COLLATE "C",
  access_expires_at_ms bigint NOT NULL,
  family_hash bytea,
  refresh_hash bytea,
  ends_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  address text COLLATE "C",
  user_agent text COLLATE "C",
  created_at_ms bigint NOT NULL,
  used_at_ms bigint NOT NULL,
  CONSTRAINT app_grants_access_hash_check CHECK ((octet_length(access_hash) = 32)),
  CONSTRAINT app_grants_access_hash_key UNIQUE (access_hash),
  CONSTRAINT app_grants_access_scopes_check CHECK (((access_scopes IS NULL) OR json_valid(access_scopes))),
  CONSTRAINT app_grants_app_client_id_fkey FOREIGN KEY (app_client_id) REFERENCES app_clients(id) ON DELETE CASCADE,
  CONSTRAINT app_grants_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  CONSTRAINT app_grants_code_hash_key UNIQUE (code_hash),
  CONSTRAINT app_grants_family_hash_check CHECK ((octet_length(family_hash) = 32)),
  CONSTRAINT app_grants_family_hash_key UNIQUE (family_hash),
  CONSTRAINT app_grants_pkey PRIMARY KEY (id),
  CONSTRAINT app_grants_refresh_hash_check CHECK ((octet_length(refresh_hash) = 32)),
  CONSTRAINT app_grants_scopes_check CHECK (((scopes IS NULL) OR json_valid(scopes))),
  CONSTRAINT app_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

TABLE audit_chain (
  id bigint NOT NULL,
  last_seq bigint NOT NULL,
  last_hash bytea NOT NULL,
  pruned_seq bigint NOT NULL,
  pruned_hash bytea NOT NULL,
  CONSTRAINT audit_chain_id_check CHECK ((id = 1)),
  CONSTRAINT audit_chain_pkey PRIMARY KEY (id)
);

TABLE audit_intents (
  id bigint NOT NULL IDENTITY,
  act text COLLATE "C" NOT NULL,
  CONSTRAINT audit_intents_act_check CHECK (json_valid(act)),
  CONSTRAINT audit_intents_pkey PRIMARY KEY (id)
);

TABLE audit_log (
  seq bigint NOT NULL,
  at_ms bigint NOT NULL,
  actor_kind text COLLATE "C" NOT NULL,
  actor_user_id bigint,
  actor_key_id bigint,
  actor_name text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  target_type text COLLATE "C" NOT NULL,
  target_id text COLLATE "C",
  result text COLLATE "C" NOT NULL,
  status bigint,
  address text COLLATE "C",
  user_agent text COLLATE "C",
  route text COLLATE "C",
  details text COLLATE "C" NOT NULL,
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_log_details_check CHECK (json_valid(details)),
  CONSTRAINT audit_log_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT audit_log_pkey PRIMARY KEY (seq),
  CONSTRAINT audit_log_prev_hash_check CHECK ((octet_length(prev_hash) = 32))
);

TABLE dataset_content_hashes (
  dataset_id bigint NOT NULL,
  content_hash bytea NOT NULL,
  example_id bigint NOT NULL,
  CONSTRAINT dataset_content_hashes_pkey PRIMARY KEY (dataset_id, content_hash, example_id)
);

TABLE dataset_example_revisions (
  id bigint NOT NULL IDENTITY,
  dataset_id bigint NOT NULL,
  example_id bigint NOT NULL,
  from_version bigint NOT NULL,
  to_version bigint NOT NULL DEFAULT '9007199254740991'::bigint,
  content_hash bytea NOT NULL,
  input text COLLATE "C" NOT NULL,
  output text COLLATE "C" NOT NULL,
  metadata text COLLATE "C" NOT NULL,
  CONSTRAINT dataset_example_revisions_check CHECK ((to_version > from_version)),
  CONSTRAINT dataset_example_revisions_content_hash_check CHECK ((octet_length(content_hash) = 16)),
  CONSTRAINT dataset_example_revisions_pkey PRIMARY KEY (id)
);

TABLE dataset_example_splits (
  example_id bigint NOT NULL,
  split_id bigint NOT NULL,
  CONSTRAINT dataset_example_splits_example_id_fkey FOREIGN KEY (example_id) REFERENCES dataset_examples(id) ON DELETE CASCADE,
  CONSTRAINT dataset_example_splits_pkey PRIMARY KEY (example_id, split_id),
  CONSTRAINT dataset_example_splits_split_id_fkey FOREIGN KEY (split_id) REFERENCES dataset_splits(id) ON DELETE CASCADE
);

TABLE dataset_examples (
  id bigint NOT NULL IDENTITY,
  dataset_id bigint NOT NULL,
  external_id text COLLATE "C",
  span_number bigint,
  span_id text COLLATE "C",
  CONSTRAINT dataset_examples_pkey PRIMARY KEY (id)
);

TABLE dataset_hash_stage (
  version_id bigint NOT NULL,
  content_hash bytea NOT NULL,
  example_id bigint NOT NULL,
  CONSTRAINT dataset_hash_stage_pkey PRIMARY KEY (version_id, content_hash, example_id)
);

TABLE dataset_label_assignments (
  dataset_id bigint NOT NULL,
  label_id bigint NOT NULL,
  CONSTRAINT dataset_label_assignments_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES datasets(id) ON DELETE CASCADE,
  CONSTRAINT dataset_label_assignments_label_id_fkey FOREIGN KEY (label_id) REFERENCES dataset_labels(id) ON DELETE CASCADE,
  CONSTRAINT dataset_label_assignments_pkey PRIMARY KEY (dataset_id, label_id)
);

TABLE dataset_labels (
  id bigint NOT NULL IDENTITY,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C",
  color text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL,
  CONSTRAINT dataset_labels_name_key UNIQUE (name),
  CONSTRAINT dataset_labels_pkey PRIMARY KEY (id)
);

TABLE dataset_split_changes (
  version_id bigint NOT NULL,
  example_id bigint NOT NULL,
  split_id bigint NOT NULL,
  assigned bigint NOT NULL,
  CONSTRAINT dataset_split_changes_assigned_check CHECK ((assigned = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  CONSTRAINT dataset_split_changes_example_id_fkey FOREIGN KEY (example_id) REFERENCES dataset_examples(id) ON DELETE CASCADE,
  CONSTRAINT dataset_split_changes_pkey PRIMARY KEY (version_id, example_id, split_id),
  CONSTRAINT dataset_split_changes_split_id_fkey FOREIGN KEY (split_id) REFERENCES dataset_splits(id) ON DELETE CASCADE
);

TABLE dataset_splits (
  id bigint NOT NULL IDENTITY,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C",
  color text COLLATE "C" NOT NULL DEFAULT '#808080'::text,
  metadata text COLLATE "C" NOT NULL DEFAULT '{}'::text,
  created_by_version bigint,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  CONSTRAINT dataset_splits_metadata_check CHECK (json_valid(metadata)),
  CONSTRAINT dataset_splits_name_key UNIQUE (name),
  CONSTRAINT dataset_splits_pkey PRIMARY KEY (id)
);

TABLE dataset_versions (
  id bigint NOT NULL IDENTITY,
  dataset_id bigint NOT NULL,
  description text COLLATE "C",
  metadata text COLLATE "C" NOT NULL DEFAULT '{}'::text,
  state text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL,
  created_examples bigint,
  changed_examples bigint,
  deleted_examples bigint,
  user_number bigint,
  CONSTRAINT dataset_versions_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES datasets(id),
  CONSTRAINT dataset_versions_metadata_check CHECK (json_valid(metadata)),
  CONSTRAINT dataset_versions_pkey PRIMARY KEY (id),
  CONSTRAINT dataset_versions_state_check CHECK ((state = ANY (ARRAY['open'::text, 'published'::text])))
);

TABLE datasets (
  id bigint NOT NULL IDENTITY,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C",
  metadata text COLLATE "C" NOT NULL DEFAULT '{}'::text,
  example_count bigint NOT NULL DEFAULT 0,
  latest_version_id bigint,
  changing_version_id bigint,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  deleted_at_ms bigint,
  last_experiment_number bigint NOT NULL DEFAULT 0,
  changing_server_id bigint,
  CONSTRAINT datasets_metadata_check CHECK (json_valid(metadata)),
  CONSTRAINT datasets_pkey PRIMARY KEY (id)
);

TABLE experiment_evaluations (
  id bigint NOT NULL IDENTITY,
  experiment_id bigint NOT NULL,
  run_id bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  annotator_kind text COLLATE "C" NOT NULL,
  label text COLLATE "C",
  score double precision,
  error text COLLATE "C",
  user_number bigint,
  trace_id text COLLATE "C",
  start_time_us bigint NOT NULL,
  end_time_us bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  metadata text COLLATE "C" NOT NULL,
  explanation text COLLATE "C",
  CONSTRAINT experiment_evaluations_annotator_kind_check CHECK ((annotator_kind = ANY (ARRAY['LLM'::text, 'CODE'::text, 'HUMAN'::text]))),
  CONSTRAINT experiment_evaluations_metadata_check CHECK (json_valid(metadata)),
  CONSTRAINT experiment_evaluations_pkey PRIMARY KEY (id),
  CONSTRAINT experiment_evaluations_run_id_name_key UNIQUE (run_id, name)
);

TABLE experiment_examples (
  experiment_id bigint NOT NULL,
  example_id bigint NOT NULL,
  revision_id bigint NOT NULL,
  CONSTRAINT experiment_examples_pkey PRIMARY KEY (experiment_id, example_id)
);

TABLE experiment_runs (
  id bigint NOT NULL IDENTITY,
  experiment_id bigint NOT NULL,
  example_id bigint NOT NULL,
  repetition bigint NOT NULL,
  start_time_us bigint NOT NULL,
  end_time_us bigint NOT NULL,
  trace_id text COLLATE "C",
  error text COLLATE "C",
  prompt_tokens bigint,
  completion_tokens bigint,
  cost_usd double precision,
  figures_at_ms bigint,
  created_at_ms bigint NOT NULL,
  output text COLLATE "C",
  packed_output bytea,
  CONSTRAINT experiment_runs_check CHECK (((output IS NULL) <> (packed_output IS NULL))),
  CONSTRAINT experiment_runs_experiment_id_example_id_repetition_key UNIQUE (experiment_id, example_id, repetition),
  CONSTRAINT experiment_runs_pkey PRIMARY KEY (id),
  CONSTRAINT experiment_runs_repetition_check CHECK ((repetition > 0))
);

TABLE experiment_tags (
  id bigint NOT NULL IDENTITY,
  dataset_id bigint NOT NULL,
  experiment_id bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C",
  created_at_ms bigint NOT NULL,
  CONSTRAINT experiment_tags_dataset_id_name_key UNIQUE (dataset_id, name),
  CONSTRAINT experiment_tags_pkey PRIMARY KEY (id)
);

TABLE experiments (
  id bigint NOT NULL IDENTITY,
  dataset_id bigint NOT NULL,
  dataset_version_id bigint NOT NULL,
  sequence_number bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C",
  repetitions bigint NOT NULL,
  metadata text COLLATE "C" NOT NULL,
  split_names text COLLATE "C" NOT NULL,
  project_name text COLLATE "C" NOT NULL,
  user_number bigint,
  example_count bigint NOT NULL,
  successful_run_count bigint NOT NULL DEFAULT 0,
  failed_run_count bigint NOT NULL DEFAULT 0,
  change_number bigint NOT NULL DEFAULT 0,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  deleted_at_ms bigint,
  CONSTRAINT experiments_dataset_id_sequence_number_key UNIQUE (dataset_id, sequence_number),
  CONSTRAINT experiments_metadata_check CHECK (json_valid(metadata)),
  CONSTRAINT experiments_pkey PRIMARY KEY (id),
  CONSTRAINT experiments_project_name_key UNIQUE (project_name),
  CONSTRAINT experiments_repetitions_check CHECK ((repetitions > 0)),
  CONSTRAINT experiments_split_names_check CHECK (json_valid(split_names))
);

TABLE jobs (
  id bigint NOT NULL IDENTITY,
  name text COLLATE "C" NOT NULL,
  payload text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  unique_key text COLLATE "C",
  attempts bigint NOT NULL DEFAULT 0,
  run_at_ms bigint NOT NULL,
  lease_owner text COLLATE "C",
  lease_until_ms bigint,
  created_at_ms bigint NOT NULL,
  finished_at_ms bigint,
  last_error text COLLATE "C",
  progress text COLLATE "C",
  result text COLLATE "C",
  error_line bigint,
  server_id bigint,
  CONSTRAINT jobs_payload_check CHECK (json_valid(payload)),
  CONSTRAINT jobs_pkey PRIMARY KEY (id),
  CONSTRAINT jobs_progress_check CHECK (((progress IS NULL) OR json_valid(progress))),
  CONSTRAINT jobs_result_check CHECK (((result IS NULL) OR json_valid(result))),
  CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

TABLE notice_versions (
  topic text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT notice_versions_pkey PRIMARY KEY (topic)
);

TABLE own_model_prices (
  id bigint NOT NULL IDENTITY,
  model text COLLATE "C" NOT NULL,
  provider text COLLATE "C",
  valid_from text COLLATE "C",
  valid_until text COLLATE "C",
  prices text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  CONSTRAINT own_model_prices_pkey PRIMARY KEY (id),
  CONSTRAINT own_model_prices_prices_check CHECK (json_valid(prices))
);

TABLE password_tokens (
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  CONSTRAINT password_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT password_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  CONSTRAINT password_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

TABLE project_annotation_configs (
  project_id bigint NOT NULL,
  config_id bigint NOT NULL,
  CONSTRAINT project_annotation_configs_config_id_fkey FOREIGN KEY (config_id) REFERENCES annotation_configs(id) ON DELETE CASCADE,
  CONSTRAINT project_annotation_configs_pkey PRIMARY KEY (project_id, config_id)
);

TABLE project_retention (
  project_id bigint NOT NULL,
  policy_id bigint NOT NULL,
  CONSTRAINT project_retention_pkey PRIMARY KEY (project_id),
  CONSTRAINT project_retention_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES retention_policies(id) ON DELETE CASCADE
);

TABLE provider_grants (
  user_id bigint NOT NULL,
  sealed_token bytea NOT NULL,
  next_check_at_ms bigint NOT NULL,
  CONSTRAINT provider_grants_pkey PRIMARY KEY (user_id),
  CONSTRAINT provider_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

TABLE retention_policies (
  id bigint NOT NULL IDENTITY,
  name text COLLATE "C" NOT NULL,
  max_days double precision,
  max_traces bigint,
  max_bytes bigint,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  CONSTRAINT retention_policies_max_bytes_check CHECK ((max_bytes > 0)),
  CONSTRAINT retention_policies_max_days_check CHECK ((max_days > (0)::double precision)),
  CONSTRAINT retention_policies_max_traces_check CHECK ((max_traces > 0)),
  CONSTRAINT retention_policies_name_key UNIQUE (name),
  CONSTRAINT retention_policies_pkey PRIMARY KEY (id)
);

TABLE row_names (
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  claimed_at_ms bigint NOT NULL,
  CONSTRAINT row_names_pkey PRIMARY KEY (kind, name)
);

TABLE row_numbers (
  kind text COLLATE "C" NOT NULL,
  next_number bigint NOT NULL,
  CONSTRAINT row_numbers_pkey PRIMARY KEY (kind)
);

TABLE secrets (
  key text COLLATE "C" NOT NULL,
  value bytea NOT NULL,
  updated_by_user_id bigint,
  updated_at_ms bigint NOT NULL,
  CONSTRAINT secrets_pkey PRIMARY KEY (key)
);

TABLE servers (
  id bigint NOT NULL IDENTITY,
  name text COLLATE "C" NOT NULL,
  started_at_ms bigint NOT NULL,
  seen_at_ms bigint NOT NULL,
  CONSTRAINT servers_pkey PRIMARY KEY (id)
);

TABLE settings (
  key text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  updated_at_ms bigint NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (key),
  CONSTRAINT settings_value_check CHECK (json_valid(value))
);

TABLE sign_in_attempts (
  account_hash bytea NOT NULL,
  place_hash bytea NOT NULL,
  failures bigint NOT NULL,
  locked_until_ms bigint NOT NULL,
  last_at_ms bigint NOT NULL,
  CONSTRAINT sign_in_attempts_account_hash_check CHECK ((octet_length(account_hash) = 32)),
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (account_hash, place_hash),
  CONSTRAINT sign_in_attempts_place_hash_check CHECK ((octet_length(place_hash) = 32))
);

TABLE sign_in_places (
  account_hash bytea NOT NULL,
  place_hash bytea NOT NULL,
  last_at_ms bigint NOT NULL,
  CONSTRAINT sign_in_places_account_hash_check CHECK ((octet_length(account_hash) = 32)),
  CONSTRAINT sign_in_places_pkey PRIMARY KEY (account_hash, place_hash),
  CONSTRAINT sign_in_places_place_hash_check CHECK ((octet_length(place_hash) = 32))
);

TABLE telltale_schema (
  version bigint NOT NULL,
  oldest_program bigint
);

TABLE token_buckets (
  id text COLLATE "C" NOT NULL,
  tokens double precision NOT NULL,
  at_ms double precision NOT NULL,
  slow_until_ms double precision NOT NULL,
  CONSTRAINT token_buckets_pkey PRIMARY KEY (id)
);

TABLE user_sessions (
  id bigint NOT NULL IDENTITY,
  user_id bigint NOT NULL,
  access_hash bytea NOT NULL,
  refresh_hash bytea NOT NULL,
  previous_refresh_hash bytea,
  access_expires_at_ms bigint NOT NULL,
  refresh_expires_at_ms bigint NOT NULL,
  address text COLLATE "C",
  user_agent text COLLATE "C",
  created_at_ms bigint NOT NULL,
  refreshed_at_ms bigint NOT NULL,
  CONSTRAINT user_sessions_access_hash_check CHECK ((octet_length(access_hash) = 32)),
  CONSTRAINT user_sessions_access_hash_key UNIQUE (access_hash),
  CONSTRAINT user_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT user_sessions_previous_refresh_hash_check CHECK ((octet_length(previous_refresh_hash) = 32)),
  CONSTRAINT user_sessions_previous_refresh_hash_key UNIQUE (previous_refresh_hash),
  CONSTRAINT user_sessions_refresh_hash_check CHECK ((octet_length(refresh_hash) = 32)),
  CONSTRAINT user_sessions_refresh_hash_key UNIQUE (refresh_hash),
  CONSTRAINT user_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

TABLE users (
  id bigint NOT NULL IDENTITY,
  email text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  auth_method text COLLATE "C" NOT NULL,
  password_hash text COLLATE "C",
  password_needs_reset bigint NOT NULL DEFAULT 0,
  oauth2_client_id text COLLATE "C",
  oauth2_user_id text COLLATE "C",
  profile_picture_url text COLLATE "C",
  changed_while_open bigint NOT NULL DEFAULT 0,
  last_login_at_ms bigint,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  ldap_unique_id text COLLATE "C",
  outside_name text COLLATE "C",
  directory_login text COLLATE "C",
  directory_checked_at_ms bigint,
  suspended_at_ms bigint,
  CONSTRAINT users_auth_method_check CHECK ((auth_method = ANY (ARRAY['LOCAL'::text, 'OAUTH2'::text, 'LDAP'::text]))),
  CONSTRAINT users_changed_while_open_check CHECK ((changed_while_open = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_password_needs_reset_check CHECK ((password_needs_reset = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['SYSTEM'::text, 'ADMIN'::text, 'MEMBER'::text, 'VIEWER'::text]))),
  CONSTRAINT users_username_key UNIQUE (username)
);

CREATE UNIQUE INDEX alerts_open ON alerts USING btree (key_id, kind) WHERE (resolved_at_ms IS NULL);

CREATE INDEX alerts_over ON alerts USING btree (resolved_at_ms) WHERE (resolved_at_ms IS NOT NULL);

CREATE INDEX api_key_countries_by_hour ON api_key_countries USING btree (hour_ms);

CREATE INDEX api_key_countries_of_key ON api_key_countries USING btree (key_id, country, hour_ms);

CREATE INDEX api_key_usage_by_hour ON api_key_usage USING btree (hour_ms);

CREATE INDEX api_keys_of_user ON api_keys USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX api_keys_rotated ON api_keys USING btree (rotated_from_id) WHERE (rotated_from_id IS NOT NULL);

CREATE INDEX api_keys_to_expire ON api_keys USING btree (expires_at_ms) WHERE ((expires_at_ms IS NOT NULL) AND (revoked_at_ms IS NULL));

CREATE INDEX app_codes_by_end ON app_codes USING btree (expires_at_ms);

CREATE INDEX app_codes_of_client ON app_codes USING btree (app_client_id);

CREATE INDEX app_codes_of_user ON app_codes USING btree (user_id);

CREATE INDEX app_grants_by_end ON app_grants USING btree (ends_at_ms);

CREATE INDEX app_grants_of_client ON app_grants USING btree (app_client_id);

CREATE INDEX app_grants_of_user ON app_grants USING btree (user_id);

CREATE INDEX audit_log_in_time ON audit_log USING btree (at_ms);

CREATE INDEX audit_log_of_action ON audit_log USING btree (action, seq);

CREATE INDEX audit_log_of_actor ON audit_log USING btree (actor_name, seq);

CREATE INDEX audit_log_of_key ON audit_log USING btree (actor_key_id, seq) WHERE (actor_key_id IS NOT NULL);

CREATE INDEX audit_log_of_target ON audit_log USING btree (target_type, target_id, seq) WHERE (target_id IS NOT NULL);

CREATE INDEX audit_log_of_user ON audit_log USING btree (actor_user_id, seq) WHERE (actor_user_id IS NOT NULL);

CREATE INDEX dataset_example_splits_by_split ON dataset_example_splits USING btree (split_id, example_id);

CREATE UNIQUE INDEX dataset_examples_external ON dataset_examples USING btree (dataset_id, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX dataset_examples_span ON dataset_examples USING btree (span_number) WHERE (span_number IS NOT NULL);

CREATE INDEX dataset_label_assignments_by_label ON dataset_label_assignments USING btree (label_id);

CREATE INDEX dataset_revisions_in_order ON dataset_example_revisions USING btree (dataset_id, example_id, from_version, to_version, content_hash);

CREATE INDEX dataset_split_changes_by_example ON dataset_split_changes USING btree (example_id);

CREATE INDEX dataset_split_changes_by_split ON dataset_split_changes USING btree (split_id);

CREATE INDEX dataset_splits_unpublished ON dataset_splits USING btree (created_by_version) WHERE (created_by_version IS NOT NULL);

CREATE INDEX dataset_versions_of ON dataset_versions USING btree (dataset_id, id);

CREATE INDEX datasets_changing ON datasets USING btree (changing_version_id) WHERE (changing_version_id IS NOT NULL);

CREATE INDEX datasets_deleted ON datasets USING btree (deleted_at_ms) WHERE (deleted_at_ms IS NOT NULL);

CREATE UNIQUE INDEX datasets_name ON datasets USING btree (name) WHERE (deleted_at_ms IS NULL);

CREATE INDEX experiment_evaluation_names ON experiment_evaluations USING btree (experiment_id, name);

CREATE INDEX experiment_evaluations_of ON experiment_evaluations USING btree (experiment_id, run_id);

CREATE INDEX experiment_runs_of ON experiment_runs USING btree (experiment_id, id);

CREATE INDEX experiment_runs_of_trace ON experiment_runs USING btree (trace_id) WHERE (trace_id IS NOT NULL);

CREATE INDEX experiment_runs_pending ON experiment_runs USING btree (experiment_id, id) WHERE ((figures_at_ms IS NULL) AND (trace_id IS NOT NULL));

CREATE INDEX experiment_tags_of ON experiment_tags USING btree (experiment_id);

CREATE INDEX experiments_deleted ON experiments USING btree (deleted_at_ms) WHERE (deleted_at_ms IS NOT NULL);

CREATE INDEX experiments_of_dataset ON experiments USING btree (dataset_id, id);

CREATE INDEX jobs_finished ON jobs USING btree (finished_at_ms) WHERE (finished_at_ms IS NOT NULL);

CREATE INDEX jobs_to_run ON jobs USING btree (state, run_at_ms) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

CREATE UNIQUE INDEX jobs_unique ON jobs USING btree (unique_key) WHERE ((unique_key IS NOT NULL) AND (state = ANY (ARRAY['queued'::text, 'running'::text])));

CREATE INDEX password_tokens_of_user ON password_tokens USING btree (user_id);

CREATE INDEX project_annotation_configs_by_config ON project_annotation_configs USING btree (config_id);

CREATE INDEX project_retention_by_policy ON project_retention USING btree (policy_id);

CREATE INDEX provider_grants_by_check ON provider_grants USING btree (next_check_at_ms);

CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts USING btree (last_at_ms);

CREATE INDEX sign_in_places_by_time ON sign_in_places USING btree (last_at_ms);

CREATE INDEX user_sessions_by_end ON user_sessions USING btree (refresh_expires_at_ms);

CREATE INDEX user_sessions_of_user ON user_sessions USING btree (user_id);

CREATE INDEX users_by_directory_check ON users USING btree (directory_checked_at_ms) WHERE (directory_login IS NOT NULL);

CREATE UNIQUE INDEX users_by_directory_id ON users USING btree (ldap_unique_id) WHERE (ldap_unique_id IS NOT NULL);

CREATE UNIQUE INDEX users_by_identity ON users USING btree (oauth2_client_id, oauth2_user_id) WHERE (oauth2_user_id IS NOT NULL);

CREATE TRIGGER annotation_configs_noted AFTER INSERT OR DELETE OR UPDATE ON annotation_configs FOR EACH ROW EXECUTE FUNCTION note_change('annotation_configs');

CREATE TRIGGER api_keys_noted AFTER DELETE OR UPDATE OF key_hash, name, user_id, role, scopes, project_ids, made_while_open, expires_at_ms, revoked_at_ms ON api_keys FOR EACH ROW EXECUTE FUNCTION note_change('access');

CREATE TRIGGER app_clients_noted AFTER DELETE OR UPDATE OF name ON app_clients FOR EACH ROW EXECUTE FUNCTION note_change('access');

CREATE TRIGGER app_grants_noted AFTER DELETE OR UPDATE OF access_hash, access_scopes, access_expires_at_ms ON app_grants FOR EACH ROW EXECUTE FUNCTION note_change('access');

CREATE TRIGGER audit_chain_forward BEFORE DELETE OR UPDATE ON audit_chain FOR EACH ROW EXECUTE FUNCTION audit_chain_forward();

CREATE TRIGGER audit_chain_kept BEFORE TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION audit_chain_forward();

CREATE TRIGGER audit_log_appended AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_appended();

CREATE TRIGGER audit_log_follows BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_follows();

CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_kept();

CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_unchanged();

CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_unchanged();

CREATE TRIGGER dataset_examples_numbered AFTER INSERT ON dataset_examples FOR EACH ROW EXECUTE FUNCTION dataset_examples_numbered();

CREATE TRIGGER own_model_prices_noted AFTER INSERT OR DELETE OR UPDATE ON own_model_prices FOR EACH ROW EXECUTE FUNCTION note_change('model_prices');

CREATE TRIGGER project_annotation_configs_noted AFTER INSERT OR DELETE OR UPDATE ON project_annotation_configs FOR EACH ROW EXECUTE FUNCTION note_change('annotation_configs');

CREATE TRIGGER user_sessions_noted AFTER DELETE OR UPDATE OF access_hash, access_expires_at_ms ON user_sessions FOR EACH ROW EXECUTE FUNCTION note_change('access');

CREATE TRIGGER users_noted AFTER DELETE OR UPDATE OF email, role, suspended_at_ms, password_needs_reset ON users FOR EACH ROW EXECUTE FUNCTION note_change('access');

CREATE OR REPLACE FUNCTION audit_chain_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'UPDATE' OR NEW.last_seq < OLD.last_seq OR NEW.pruned_seq < OLD.pruned_seq OR NEW.pruned_seq > NEW.last_seq THEN
    RAISE EXCEPTION 'the audit log never goes back';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION audit_log_appended()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  UPDATE audit_chain SET last_seq = NEW.seq, last_hash = NEW.hash;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION audit_log_follows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  IF NEW.seq IS DISTINCT FROM (SELECT last_seq + 1 FROM audit_chain) OR NEW.prev_hash IS DISTINCT FROM (SELECT last_hash FROM audit_chain) THEN
    RAISE EXCEPTION 'a row of the audit log follows the last one';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION audit_log_kept()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  IF OLD.seq > (SELECT pruned_seq FROM audit_chain) THEN
    RAISE EXCEPTION 'rows of the audit log are deleted by its retention alone';
  END IF;
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION audit_log_unchanged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'rows of the audit log are never changed';
END $function$;

CREATE OR REPLACE FUNCTION dataset_examples_numbered()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
BEGIN
  IF NEW.id >= (SELECT last_value FROM dataset_examples_id_seq) THEN
    PERFORM setval('dataset_examples_id_seq', NEW.id);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION folded(value text)
 RETURNS text
 LANGUAGE sql
 STABLE STRICT
AS $function$SELECT lower(value COLLATE "default")$function$;

CREATE OR REPLACE FUNCTION global_id(type text, number bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$SELECT encode(convert_to(type || ':' || number, 'UTF8'), 'base64')$function$;

CREATE OR REPLACE FUNCTION hex(value bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$SELECT upper(encode(value, 'hex'))$function$;

CREATE OR REPLACE FUNCTION instr(value text, part text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$SELECT strpos(value, part)::bigint$function$;

CREATE OR REPLACE FUNCTION json_each(list text)
 RETURNS TABLE(key bigint, value text)
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$SELECT ordinality - 1, element #>> '{}' FROM json_array_elements(list::json) WITH ORDINALITY AS elements (element, ordinality)$function$;

CREATE OR REPLACE FUNCTION json_group_add(list text, value anyelement)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$SELECT CASE WHEN list IS NULL THEN '' ELSE list || ',' END || json_quote(value)$function$;

AGGREGATE json_group_array(anyelement);

CREATE OR REPLACE FUNCTION json_group_end(list text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$SELECT '[' || coalesce(list, '') || ']'$function$;

CREATE OR REPLACE FUNCTION json_quote(value anyelement)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$SELECT coalesce(replace(to_json(value)::text, U&'\FDD00', '\u0000'), 'null')$function$;

CREATE OR REPLACE FUNCTION json_valid(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$SELECT value::json IS NOT NULL$function$;

CREATE OR REPLACE FUNCTION max(a bigint, b bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$SELECT greatest(a, b)$function$;

CREATE OR REPLACE FUNCTION min(a bigint, b bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$SELECT least(a, b)$function$;

CREATE OR REPLACE FUNCTION note_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
DECLARE
  mark text := 'telltale.noted_' || TG_ARGV[0];
BEGIN
  IF coalesce(current_setting(mark, true), '') <> 'yes' THEN
    PERFORM set_config(mark, 'yes', true);
    PERFORM send_notice(TG_ARGV[0], '-', '*');
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION notice_channel()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$SELECT 'telltale_' || (hashtext(current_schema())::bigint & 4294967295)$function$;

CREATE OR REPLACE FUNCTION printf(format text, number bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$SELECT replace(format, '%06d', lpad(number::text, 6, '0'))$function$;

CREATE OR REPLACE FUNCTION send_notice(topic text, sender text, items text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public'
AS $function$
  WITH noted AS (
    INSERT INTO notice_versions VALUES (send_notice.topic, 1)
    ON CONFLICT ON CONSTRAINT notice_versions_pkey DO UPDATE SET version = notice_versions.version + 1 RETURNING version)
  SELECT pg_notify(notice_channel(), concat_ws(' ', send_notice.topic, version, sender, items)) FROM noted
$function$;

CREATE OR REPLACE FUNCTION strftime(format text, seconds numeric, unit text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$SELECT to_char(timestamp 'epoch' + seconds * interval '1 second', replace(replace(replace(replace(replace(replace(replace(replace(replace(format, '%f', 'SS.MS'),
    '+00:00', '"+00:00"'), 'T', '"T"'), '%Y', 'YYYY'), '%m', 'MM'), '%d', 'DD'), '%H', 'HH24'), '%M', 'MI'),
    '%S', 'SS'))$function$;

CREATE OR REPLACE FUNCTION take_tokens(asked json)
 RETURNS TABLE(id text, taken double precision, remaining double precision, slow_ms double precision)
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
DECLARE
  now_ms double precision := extract(epoch FROM clock_timestamp()) * 1000;
  ask record;
  stored token_buckets;
  passed_ms double precision;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  IF random() < 0.01 THEN
    DELETE FROM token_buckets AS old WHERE old.id IN (
      SELECT gone.id FROM token_buckets AS gone WHERE gone.at_ms < now_ms - 7200000 LIMIT 1000 FOR UPDATE SKIP LOCKED);
  END IF;
  -- In one order, so that two servers never wait for each other.
  FOR ask IN SELECT * FROM json_to_recordset(asked) AS one (id text, size double precision, per_ms double precision,
      slow_ms double precision, wanted double precision) ORDER BY one.id COLLATE "C" LOOP
    INSERT INTO token_buckets AS bucket VALUES (ask.id, ask.size, now_ms, now_ms)
      ON CONFLICT ON CONSTRAINT token_buckets_pkey DO UPDATE SET id = bucket.id RETURNING bucket.* INTO stored;
    passed_ms := greatest(0, now_ms - stored.at_ms);
    stored.tokens := least(ask.size, stored.tokens + ask.per_ms *
      (passed_ms - 0.75 * least(passed_ms, greatest(0, stored.slow_until_ms - stored.at_ms))));
    taken := least(ask.wanted, greatest(0, floor(stored.tokens + 1e-6)));
    IF taken > 0 AND stored.tokens >= ask.size THEN
      stored.slow_until_ms := now_ms + ask.slow_ms;
    END IF;
    id := ask.id;
    remaining := least(ask.size, stored.tokens - taken);
    slow_ms := greatest(0, stored.slow_until_ms - now_ms);
    UPDATE token_buckets AS bucket SET tokens = remaining, at_ms = greatest(now_ms, stored.at_ms),
      slow_until_ms = stored.slow_until_ms WHERE bucket.id = ask.id;
    RETURN NEXT;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION unhex(value text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$SELECT decode(value, 'hex')$function$;

CREATE OR REPLACE FUNCTION unpacked_output(packed bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$SELECT NULL::text$function$;
