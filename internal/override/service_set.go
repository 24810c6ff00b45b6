package override

import (
	"context"
)

// Sets returns what is in force of an operator's overrides, by property; a
// property without any has none.
func (s *Service) Sets(ctx context.Context, operator int64, properties []int64) (map[int64]Set, error) {
	sets := map[int64]Set{}
	wishes, err := s.store.ApprovedWishes(ctx, operator, properties)
	if err != nil || len(wishes) == 0 {
		return sets, err
	}
	files, err := s.files(ctx, wishes)
	if err != nil {
		return nil, err
	}
	logo, err := s.logoOf(ctx, operator)
	if err != nil {
		return nil, err
	}
	for _, w := range wishes {
		set := sets[w.PropertyID]
		if err := set.add(w, files, logo); err != nil {
			return nil, err
		}
		sets[w.PropertyID] = set
	}
	return sets, nil
}

// files finds those of the own photos among the wishes of one operator.
func (s *Service) files(ctx context.Context, wishes []Wish) (map[int64]OwnFile, error) {
	var properties []int64
	for _, w := range wishes {
		if w.Kind == KindOwnPhoto {
			properties = append(properties, w.PropertyID)
		}
	}
	if len(properties) == 0 {
		return map[int64]OwnFile{}, nil
	}
	list, err := s.store.OperatorFiles(ctx, wishes[0].OperatorID, properties)
	return byID(list), err
}

func byID(list []OwnFile) map[int64]OwnFile {
	files := make(map[int64]OwnFile, len(list))
	for _, f := range list {
		files[f.ID] = f
	}
	return files
}
