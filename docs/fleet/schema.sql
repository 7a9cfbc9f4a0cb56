-- Visits of a fleet in PostgreSQL 13 or later, fed by what placed-mqtt publishes. docs/fleet.md
-- tells how. Running it again changes nothing.

CREATE SCHEMA IF NOT EXISTS fleet;

-- One row a visit. `id` is the vehicle's own number of it: the same event twice changes nothing.
CREATE TABLE IF NOT EXISTS fleet.visit (
  vehicle text NOT NULL,
  id bigint NOT NULL,
  -- The place as the vehicle's table names it; NULL where it is not known.
  place text,
  place_source text,
  place_source_id text,
  category text,
  lat double precision NOT NULL CHECK (lat BETWEEN -90 AND 90),
  lon double precision NOT NULL CHECK (lon BETWEEN -180 AND 180),
  -- NULL: it began before the vehicle's first fix.
  arrived_at timestamptz,
  -- NULL: it goes on. Where only an interval is known, its end.
  departed_at timestamptz,
  confirmed boolean NOT NULL,
  inferred boolean NOT NULL,
  PRIMARY KEY (vehicle, id)
);
CREATE INDEX IF NOT EXISTS visit_place ON fleet.visit (place_source, place_source_id, arrived_at);
CREATE INDEX IF NOT EXISTS visit_arrived ON fleet.visit (arrived_at);

-- What could not be understood, to be looked at.
CREATE TABLE IF NOT EXISTS fleet.refused (
  received_at timestamptz NOT NULL DEFAULT now(),
  topic text NOT NULL,
  payload bytea NOT NULL,
  reason text NOT NULL
);

-- Where messages are copied to: the trigger files them, and nothing stays here.
CREATE TABLE IF NOT EXISTS fleet.inbox (topic text NOT NULL, payload bytea NOT NULL);

CREATE OR REPLACE FUNCTION fleet.file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- placed/VEHICLE/event/KIND
  sender text := split_part(NEW.topic, '/', 2);
  message jsonb;
  stop jsonb;
  is_late boolean;
BEGIN
  message := convert_from(NEW.payload, 'UTF8')::jsonb;
  stop := message -> 'visit';
  -- A place that was gone through is no visit.
  IF stop IS NULL AND message ? 'place' THEN RETURN NULL; END IF;
  IF (message ->> 'removed')::boolean THEN
    DELETE FROM fleet.visit WHERE vehicle = sender AND id = (stop ->> 'id')::bigint;
    RETURN NULL;
  END IF;
  -- An arrival that comes again, after the departure, takes nothing back.
  is_late := split_part(NEW.topic, '/', 4) = 'arrived';
  INSERT INTO fleet.visit AS known VALUES (
    sender, (stop ->> 'id')::bigint, stop #>> '{place,name}', stop #>> '{place,source}',
    stop #>> '{place,source_id}', stop #>> '{place,category}', (stop ->> 'lat')::float8,
    (stop ->> 'lon')::float8, (stop ->> 'arrived_at')::timestamptz,
    coalesce(stop ->> 'departed_at', stop #>> '{departed_between,1}')::timestamptz,
    coalesce((stop ->> 'confirmed')::boolean, false),
    coalesce((stop ->> 'inferred')::boolean, false))
  ON CONFLICT ON CONSTRAINT visit_pkey DO UPDATE SET
    (place, place_source, place_source_id, category) =
      (SELECT known.place, known.place_source, known.place_source_id, known.category
       WHERE is_late AND known.departed_at IS NOT NULL
       UNION ALL
       SELECT excluded.place, excluded.place_source, excluded.place_source_id, excluded.category
       WHERE NOT is_late OR known.departed_at IS NULL),
    lat = excluded.lat, lon = excluded.lon,
    arrived_at = coalesce(excluded.arrived_at, known.arrived_at),
    departed_at = coalesce(excluded.departed_at, known.departed_at),
    confirmed = known.confirmed OR excluded.confirmed, inferred = excluded.inferred;
  RETURN NULL;
EXCEPTION WHEN data_exception OR integrity_constraint_violation THEN
  -- One vehicle that publishes nonsense does not stop the others.
  INSERT INTO fleet.refused(topic, payload, reason) VALUES (NEW.topic, NEW.payload, SQLERRM);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER file BEFORE INSERT ON fleet.inbox
  FOR EACH ROW EXECUTE FUNCTION fleet.file();
