-- Contracts: api_token_scopes_check, unused since 0.1.0
-- The new check allows more: the scope `settings` with a role below admin (ADR 82).
ALTER TABLE "api_token" DROP CONSTRAINT "api_token_scopes_check", ADD CONSTRAINT "api_token_scopes_check" CHECK ("scopes" IS NOT NULL AND cardinality("scopes") > 0 AND "scopes" <@ ARRAY['code_references', 'settings', 'settings_viewer', 'settings_member', 'members']);
