-- Contracts: audit_record_source_check, unused since 0.1.0
-- The new check allows more: the source `change_request` (ADR 87). Rows that fulfilled the old one need not be read.
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_source_check", ADD CONSTRAINT "audit_record_source_check" CHECK ("source" IN ('session', 'api_token', 'staff', 'import', 'bootstrap', 'change_request')) NOT VALID;
