-- +goose Up
-- A list that staff cleared with null was stored, and answered, as null.
UPDATE billing_plans SET benefits = '[]' WHERE benefits = 'null';
